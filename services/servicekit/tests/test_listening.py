import socket

from servicekit.listening import bound


def test_two_share_an_address_and_connections_hold_nothing_back() -> None:
    with bound("127.0.0.1:0") as one, bound(f"127.0.0.1:{one.getsockname()[1]}") as other:
        other.listen()
        with socket.create_connection(one.getsockname()):
            connection, _ = other.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
