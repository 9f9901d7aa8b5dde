import socket

from shared.kit.http.liveserver import listener


def test_a_body_does_not_wait_for_the_acknowledgement_of_its_headers() -> None:
    with listener("127.0.0.1:0") as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
