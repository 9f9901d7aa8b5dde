import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from shared.kit.listening import admit_nobody, bound

NEWCOMERS = 16  # The kernel deals them out between two: that one of the two gets none is as good as impossible.


def test_two_share_an_address_and_connections_hold_nothing_back() -> None:
    with bound("127.0.0.1:0") as one, bound(f"127.0.0.1:{one.getsockname()[1]}") as other:
        other.listen()
        with socket.create_connection(one.getsockname()):
            connection, _ = other.accept()
            with connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_one_that_leaves_admits_nobody_and_who_came_then_gets_to_the_other() -> None:
    with bound("127.0.0.1:0") as one, ThreadPoolExecutor(NEWCOMERS) as several:
        address = one.getsockname()
        one.listen()
        early = socket.create_connection(address)
        with bound(f"127.0.0.1:{address[1]}") as other:
            other.listen()
            admit_nobody(one)
            late = [several.submit(socket.create_connection, address, timeout=20) for _ in range(NEWCOMERS)]
            other.settimeout(20)
            accepted = [other.accept()[0]]
            one.setblocking(False)
            accepted.append(one.accept()[0])
            with pytest.raises(BlockingIOError):
                one.accept()
            one.close()
            while len(accepted) < 1 + NEWCOMERS:
                accepted.append(other.accept()[0])

            assert accepted[1].getpeername() == early.getsockname()
            for connection in [early, *accepted, *(future.result() for future in late)]:
                connection.close()
