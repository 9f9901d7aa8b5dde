"""A real Envoy whose members send many large requests slowly."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from shared.registry import load_limits, load_routes

from gateway.tests.conftest import TIMEOUT_SECONDS, Gateway, running_gateway
from gateway.tests.test_running_gateway import code
from gateway.uploads import slots, slots_of_groups

PHOTO = "/api/photo.php"
HEAP = 192 * 1024 * 1024
SIZE = 20_000_000
SMALL = b"small"
BODY = next(route.body for route in load_routes() if route.path == PHOTO)
# All but the end of the body: it lies in the gateway's memory until the rest comes.
HELD_BYTES = SIZE - 1


@pytest.fixture(scope="module")
def small_gateway(
    echo: str, public_key: Path, private_key: Ed25519PrivateKey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Gateway]:
    """A gateway whose heap has slots for four uploads."""
    folder = tmp_path_factory.mktemp("small")
    with running_gateway(folder, echo, public_key, private_key, heap_bytes=HEAP) as gateway:
        yield gateway


def begin_upload(gateway: Gateway, member: str, sent: int) -> socket.socket:
    """An upload whose last bytes do not come."""
    host, _, port = gateway.settings.listen.rpartition(":")
    connection = socket.create_connection((host, int(port)), timeout=TIMEOUT_SECONDS)
    head = [
        f"POST {PHOTO} HTTP/1.1",
        f"host: localhost:{port}",
        f"cookie: token={gateway.token(sub=member)}",
        f"content-length: {SIZE}",
        "content-type: application/octet-stream",
        "",
        "",
    ]
    connection.sendall("\r\n".join(head).encode())
    _send(connection, sent)
    return connection


def _send(connection: socket.socket, size: int) -> None:
    part = bytes(1_000_000)
    try:
        for at in range(0, size, len(part)):
            connection.sendall(part[: size - at])
    except OSError:
        return  # the gateway reset it


def test_a_member_begins_no_more_uploads_than_the_limit_allows(gateway: Gateway) -> None:
    [window] = [each for each in load_limits()["photo_upload"].windows("member") if each.seconds == 60]
    with ExitStack() as open_ones:
        for _ in range(window.most):
            open_ones.enter_context(begin_upload(gateway, "many", 0))
        answers = [_upload(gateway, "many") for _ in range(10)]
        others = {_upload(gateway, f"another-{number}").status_code for number in range(10)}
    refused = [answer for answer in answers if answer.status_code == 429]

    # The bucket gets one token back in two seconds, and how long the uploads took to begin is not judged.
    assert refused
    assert {(code(answer), "retry-after" in answer.headers) for answer in refused} == {("rate_limited", True)}
    assert 200 in others


def test_uploads_over_the_slots_get_503_and_everybody_else_an_answer(small_gateway: Gateway) -> None:
    most = slots(small_gateway.settings, BODY)
    with ExitStack() as open_ones:
        # By chance of their hashes, they fill every group of slots.
        for number in range(10 * most):
            open_ones.enter_context(begin_upload(small_gateway, f"member-{number}", HELD_BYTES))
        refused = _upload(small_gateway, "another")
        settings = small_gateway.client.get("/api/settings.php")
        held = _memory(small_gateway)
    served = _upload_when_free(small_gateway)

    assert (refused.status_code, code(refused), refused.headers["retry-after"]) == (503, "unavailable", "2")
    assert settings.status_code == 200
    assert held < HEAP
    assert served.json()["bytes"] == len(SMALL)


def test_one_member_s_slow_uploads_take_one_group_of_slots(gateway: Gateway) -> None:
    """200 uploads of one member, none of which ends: others upload, but for those of the same group."""
    with ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(begin_upload(gateway, "slow", 1000))
        others = [_upload(gateway, f"other-{number}").status_code for number in range(40)]
        settings = gateway.client.get("/api/settings.php")
        held = [group for group in _under_way(gateway) if group]
    _wait_until_free(gateway)

    assert settings.status_code == 200
    assert len(held) == 1
    assert set(others) <= {200, 503}
    # A quarter of the members shares the group; of forty, chance puts never half of them there.
    assert others.count(200) > 20


def test_no_group_of_slots_is_empty_and_together_they_are_all(small_gateway: Gateway) -> None:
    groups = slots_of_groups(small_gateway.settings, BODY)
    assert min(groups) >= 1
    assert sum(groups) == slots(small_gateway.settings, BODY)


def test_an_upload_reaches_its_service_with_the_headers_of_any_request(gateway: Gateway) -> None:
    content = bytes(3_000_000)
    cookie = {"cookie": f"token={gateway.token()}; locale=nl", "x-pairwise-member": "forged"}
    received = gateway.client.post(PHOTO, content=content, headers=cookie).json()

    assert (received["path"], received["method"], received["bytes"]) == (PHOTO, "POST", len(content))
    assert received["headers"]["x-pairwise-locale"] == "nl"
    assert received["headers"]["x-pairwise-site"] == "pairwise"
    assert received["headers"]["x-forwarded-for"] == "127.0.0.1"
    assert "forged" not in received["headers"].values()
    assert "cookie" not in received["headers"]


def test_an_upload_that_is_too_large_is_refused_in_the_visitor_s_language(gateway: Gateway) -> None:
    cookie = {"cookie": f"token={gateway.token()}"}
    answer = gateway.client.post(PHOTO, content=bytes(BODY + 1), headers=cookie)

    assert (answer.status_code, code(answer)) == (413, "too_large")


def _upload_when_free(gateway: Gateway) -> httpx.Response:
    """The answer once the gateway has noticed that the others are gone."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while True:
        answer = _upload(gateway, "afterwards")
        if answer.status_code != 503 or time.monotonic() > deadline:
            return answer


def _wait_until_free(gateway: Gateway) -> None:
    """Wait until the gateway has noticed that uploads of this test are gone: the next test's may be of their group."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while any(_under_way(gateway)) and time.monotonic() < deadline:
        time.sleep(0.05)


def _under_way(gateway: Gateway) -> list[int]:
    """Uploads under way in each group."""
    stats = httpx.get(f"http://{gateway.admin}/stats", params={"filter": r"^cluster\.uploads-\d\.upstream_rq_active$"})
    return [int(line.rpartition(":")[2]) for line in stats.text.splitlines()]


def _memory(gateway: Gateway) -> int:
    """Bytes that Envoy has allocated."""
    stats = httpx.get(f"http://{gateway.admin}/stats", params={"filter": "^server.memory_allocated$"})
    return int(stats.text.rpartition(":")[2])


def _upload(gateway: Gateway, member: str) -> httpx.Response:
    cookie = {"cookie": f"token={gateway.token(sub=member)}"}
    return gateway.client.post(PHOTO, content=SMALL, headers=cookie)
