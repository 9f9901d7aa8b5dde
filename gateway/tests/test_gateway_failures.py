"""A real Envoy in front of services that are down, overloaded or crashing."""

import asyncio
import socket
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from shared.registry import load_routes

from gateway.clusters import CONNECTIONS_PER_POD
from gateway.tests.conftest import DIED, HELD, RELEASED, TIMEOUT_SECONDS, Gateway, Pages, running_gateway
from gateway.tests.test_running_gateway import code


def test_a_service_that_is_down_is_unavailable_for_a_moment(gateway: Gateway) -> None:
    answer = gateway.client.get("/api/likes.php", headers={"cookie": f"locale=nl; token={gateway.token()}"})

    assert (answer.status_code, code(answer)) == (503, "unavailable")
    assert answer.json()["error"]["message"] == "Even pauze"
    assert answer.headers["retry-after"] == "2"


def test_web_pods_take_messages_while_no_pod_with_streams_does(
    tmp_path: Path, echo: str, public_key: Path, private_key: Ed25519PrivateKey
) -> None:
    addresses = {route.target: echo for route in load_routes(development=True)} | {"chat-live-calls": "gone.invalid:1"}
    with running_gateway(tmp_path, echo, public_key, private_key, addresses=addresses) as gateway:
        answer = gateway.client.post("/api/chat.php", json={}, headers={"cookie": f"token={gateway.token()}"})

    assert answer.json()["path"] == "/api/chat.php"


def test_a_member_without_a_language_cookie_is_refused_in_their_own_language(gateway: Gateway) -> None:
    def message(cookie: str) -> str:
        return str(gateway.client.get("/api/likes.php", headers={"cookie": cookie}).json()["error"]["message"])

    dutch = f"token={gateway.token(locale='nl')}"
    assert message(dutch) == "Even pauze"
    assert message(f"locale=en; {dutch}") != "Even pauze"


def test_requests_over_the_circuit_breaker_s_limits_get_503_at_once_and_pictures_still_come(gateway: Gateway) -> None:
    connections, pending, over = CONNECTIONS_PER_POD, CONNECTIONS_PER_POD, 40

    async def ask() -> tuple[list[httpx.Response], httpx.Response, list[httpx.Response]]:
        """The answers before the service answered any request, a picture meanwhile, and the answers after."""
        async with httpx.AsyncClient(
            base_url=gateway.client.base_url, limits=httpx.Limits(max_connections=None), timeout=TIMEOUT_SECONDS
        ) as client:

            def start(count: int) -> list[asyncio.Task[httpx.Response]]:
                request = partial(client.get, "/api/regions.php", headers={"x-until-released": "yes"})
                return [asyncio.create_task(request()) for _ in range(count)]

            # A request also counts as pending while its connection to the service is being made. More at once than
            # may be pending would be refused or not, depending on how fast connections are made.
            asking: list[asyncio.Task[httpx.Response]] = []
            while len(asking) < connections:
                wave = start(min(pending, connections - len(asking)))
                asking += wave
                for _ in wave:
                    assert await asyncio.to_thread(HELD.acquire, timeout=TIMEOUT_SECONDS)
            asking += start(pending + over)
            answered = iter(asyncio.as_completed(asking))
            try:
                refused = [await next(answered) for _ in range(over)]
                picture = await client.get("/media/one/thumb.webp", headers=member)
            finally:
                RELEASED.set()
            return refused, picture, [await answer for answer in answered]

    member = {"cookie": f"token={gateway.token()}"}
    refused, picture, served = asyncio.run(ask())

    assert {(answer.status_code, code(answer), answer.headers["retry-after"]) for answer in refused} == {
        (503, "unavailable", "2")
    }
    assert picture.status_code == 200
    assert [answer.status_code for answer in served] == [200] * (connections + pending)


def test_a_burst_at_a_quiet_gateway_is_served_up_to_the_limit_of_connections(gateway: Gateway) -> None:
    """No connection to the service is open yet, so each request waits for its own."""
    address, many = (gateway.client.base_url.host, gateway.client.base_url.port), CONNECTIONS_PER_POD
    request = b"GET /api/regions.php HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(address, TIMEOUT_SECONDS)) for _ in range(many)]
        for line in lines:
            line.sendall(request)
        answers = [line.recv(65_536).split(b"\r\n", 1)[0] for line in lines]

    assert answers == [b"HTTP/1.1 200 OK"] * many


def test_a_request_that_crashes_the_web_app_is_not_retried(gateway: Gateway) -> None:
    answer = gateway.client.get("/", headers={"x-die-once": "page"})

    assert (answer.status_code, DIED["page"]) == (503, 1)


def test_a_get_that_crashes_every_process_reaches_three_of_them(gateway: Gateway) -> None:
    answer = gateway.client.get("/api/settings.php", headers={"x-die-always": "poison"})

    assert (answer.status_code, DIED["poison"]) == (503, 3)


def test_a_question_is_asked_again_when_a_process_died_over_it_and_nothing_else_is(gateway: Gateway) -> None:
    asked = gateway.client.get("/api/settings.php", headers={"x-die-once": "question"})
    ordered = gateway.client.post("/api/user.php", headers={"x-die-once": "order"})

    assert (asked.status_code, DIED["question"]) == (200, 2)
    assert (ordered.status_code, DIED["order"]) == (503, 1)


def test_open_pages_share_a_connection_and_each_of_them_leaves_alone(gateway: Gateway, pages: Pages) -> None:
    headers = {"cookie": f"session=secret; token={gateway.token()}", "user-agent": "a browser", "last-event-id": "7"}
    with ExitStack() as open_pages:
        opened = []
        for _ in range(5):
            page = open_pages.enter_context(gateway.client.stream("GET", "/api/stream.php", headers=headers))
            chunks = page.iter_raw()
            assert next(chunks) == b": here\n\n"
            opened.append((page, chunks))

        assert len(pages.came) == 5
        assert len(pages.server.server_state.connections) == 1
        arrived = dict(pages.came[0]["headers"])
        assert arrived[b"last-event-id"] == b"7"
        assert arrived[b"x-pairwise-token"].count(b".") == 2
        assert not {b"cookie", b"user-agent", b"accept"} & arrived.keys()

        opened[0][0].close()
        assert pages.left.acquire(timeout=TIMEOUT_SECONDS)
        assert not pages.left.acquire(blocking=False)
