import socket

import pytest
from runner import ports
from runner.ports import assign, free_port, free_ports, holder, is_free

PUBLIC = 8080


def test_a_port_someone_listens_on_is_not_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        assert not is_free(port)
        assert "process" in (holder(port) or "")


def test_a_copy_keeps_its_ports() -> None:
    first = assign(["a", "b"], {}, PUBLIC)

    assert assign(["a", "b", "c"], first, PUBLIC).items() > first.items()


def test_a_port_taken_meanwhile_is_replaced() -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        assert assign(["a"], {"a": port}, PUBLIC)["a"] != port


def test_a_port_someone_is_about_to_take_is_given_to_nobody_else() -> None:
    assert len({free_port() for _ in range(50)}) == 50


def test_no_two_names_share_a_port() -> None:
    names = [f"part-{number}" for number in range(50)]

    assert len(set(assign(names, {}, PUBLIC).values())) == len(names)


def test_the_port_of_the_gateway_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    free = free_ports()
    public, recorded, other = next(free), next(free), next(free)
    monkeypatch.setattr(ports, "free_ports", lambda: iter([public, other]))

    assert assign(["a"], {}, public) == {"a": other}
    assert assign(["a"], {"a": public}, public) == {"a": other}
    assert assign(["a"], {"a": recorded}, public) == {"a": recorded}
