import socket

from runner.ports import assign, free_port, holder, is_free


def test_a_port_someone_listens_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        assert not is_free(port)
        assert "process" in (holder(port) or "")


def test_a_copy_keeps_its_ports() -> None:
    first = assign(["a", "b"], {})

    assert assign(["a", "b", "c"], first).items() > first.items()


def test_a_port_taken_meanwhile_is_replaced() -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        assert assign(["a"], {"a": port})["a"] != port


def test_no_two_names_share_a_port() -> None:
    names = [f"part-{number}" for number in range(50)]

    assert len(set(assign(names, {}).values())) == len(names)
