"""Opening and ending streams: authentication, revoked sessions, slow clients and limits."""

import time
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import httpx
import psycopg
import pytest
from chat.live import endpoint
from chat.tests.streams import SITE, GatewayLine, Live, live_process
from chat.tests.world import World
from chat.wiring import Wiring
from redis import Redis
from shared.kit.core import HEARTBEAT, STREAM
from shared.kit.core.revocations import PROVEN_SECONDS
from shared.kit.db import Database
from shared.kit.http import SITE_HEADER, TOKEN_HEADER
from shared.kit.testing.tokens import KeyPair

FIRST_WINDOW = 65_535


def test_a_stream_ends_with_its_token(live: Live, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with live.page(world.a_member(), lasts=timedelta(minutes=10)) as page:
        later = SimpleNamespace(monotonic=time.monotonic, time=lambda: time.time() + 601)
        monkeypatch.setattr("chat.live.streams.time", later)
        page.wait_for_end()


def test_a_stream_ends_when_nothing_recent_proves_its_session(
    wired: Wiring, world: World, keys: KeyPair, redis_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = replace(wired, settings=wired.settings.model_copy(update={"redis_url": redis_server}))
    with Redis.from_url(redis_server) as client:
        client.flushall()
        client.xadd(STREAM, {HEARTBEAT: int((time.time() - 30) * 1000)})
    with (
        live_process(reading, keys) as live,
        live.page(world.a_member(), age=timedelta(minutes=5)) as page,
        live.page(world.a_member()) as renewed,
    ):
        later = SimpleNamespace(monotonic=time.monotonic, time=lambda: time.time() + PROVEN_SECONDS - 25)
        monkeypatch.setattr("chat.live.streams.time", later)
        page.wait_for_end()
        assert renewed.receives_nothing(0)


@pytest.mark.parametrize("token_of", ["pairwise", "iskra"])
@pytest.mark.parametrize("asked", ["pairwise", "iskra", "", None])
def test_a_stream_asks_for_the_site_as_every_route_does(
    live: Live, world: World, token_of: str, asked: str | None
) -> None:
    headers = {"x-pairwise-token": live.keys.token(world.a_member(), site=token_of)}
    if asked is not None:
        headers["x-pairwise-site"] = asked

    with httpx.stream("GET", f"{live.url}/api/stream.php", headers=headers) as answer:
        if asked == token_of:
            assert answer.status_code == 200
        else:
            assert answer.status_code == 403
            assert answer.read()
            assert answer.json()["error"]["code"] == "authentication_required"


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/api/stream.php", {}, 403, "authentication_required"),
        ("GET", "/api/stream.php", {"x-pairwise-token": "forged"}, 403, "authentication_required"),
        ("POST", "/api/stream.php", {}, 405, "method_not_allowed"),
        ("GET", "/api/chats.php", {}, 403, "authentication_required"),
        ("GET", "/elsewhere", {}, 404, "not_found"),
    ],
)
def test_strangers_get_no_stream(
    live: Live, method: str, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    answer = httpx.request(method, f"{live.url}{path}", headers=headers)

    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize("cursor", ["x", "-1", "1.5", "9" * 30, "²"])
def test_a_cursor_that_is_none_is_malformed(live: Live, world: World, cursor: str) -> None:
    headers = {"x-pairwise-token": live.keys.token(world.a_member()), "x-pairwise-site": "pairwise"}

    answer = httpx.get(f"{live.url}/api/stream.php", params={"cursor": cursor}, headers=headers)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed_request")


def test_it_says_how_it_is(live: Live) -> None:
    assert httpx.get(f"{live.url}/health/live").status_code == 200
    assert httpx.get(f"{live.url}/health/ready").status_code == 200
    assert "live_streams" in httpx.get(f"{live.url}/metrics").text


def test_a_page_that_does_not_take_its_news_is_cut_and_resumes(
    live: Live, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "SLOWEST_SECONDS", 0.3)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    many = """
        INSERT INTO feed (member_id, position, kind, partner_id, payload)
        SELECT %(bo)s, n, 'read', %(ann)s,
            jsonb_build_object('conversation_id', gen_random_uuid(), 'partner_read_seq', n)
        FROM generate_series(1, 40000) AS n
    """
    with GatewayLine(int(live.url.rsplit(":", 1)[1]), takes=False) as line:
        slow = line.open(live.keys.token(bo))
        line.until(lambda: b"event: hello" in line.received[slow])
        # From a connection of no service: the trigger sends the NOTIFY.
        with psycopg.connect(world.database.dsn) as connection:
            connection.execute(many, {"ann": ann, "bo": bo})
            connection.execute("INSERT INTO feed_heads VALUES (%s, 40000)", [bo])

        deadline = time.monotonic() + 60
        while "live_streams 0.0" not in httpx.get(f"{live.url}/metrics").text:
            assert time.monotonic() < deadline, "the slow page is still held"
            time.sleep(0.05)

        line.until(lambda: slow in line.ended)
        assert len(line.received[slow]) <= FIRST_WINDOW

    with live.page(bo, cursor=39_990) as page:
        assert [page.next().data["partner_read_seq"] for _ in range(10)] == list(range(39_991, 40_001))


def test_the_eleventh_stream_of_a_member_takes_the_place_of_the_oldest(
    wired: Wiring, database: Database, keys: KeyPair, world: World
) -> None:
    limited = replace(wired, settings=wired.settings.model_copy(update={"limits": "on"}))
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live_process(limited, keys) as live, ExitStack() as pages:
        others = pages.enter_context(live.page(bo))
        opened = [pages.enter_context(live.page(ann)) for _ in range(12)]

        for oldest in opened[:2]:
            assert oldest.next().name == "superseded"
            oldest.wait_for_end()
        world.send(bo, ann)
        assert {page.next().name for page in opened[2:]} == {"message"}
        assert others.next().name == "message"


def test_ten_streams_of_a_member_are_open_over_two_processes(
    wired: Wiring, database: Database, keys: KeyPair, world: World, redis_server: str
) -> None:
    settings = wired.settings.model_copy(update={"limits": "on", "redis_url": redis_server})
    limited = replace(wired, settings=settings)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live_process(limited, keys) as one, live_process(limited, keys) as another, ExitStack() as pages:
        others = [pages.enter_context(process.page(bo)) for process in (one, another)]
        with one.page(ann):
            pass
        opened = [pages.enter_context(process.page(ann)) for _ in range(6) for process in (one, another)]

        for oldest in opened[:2]:
            assert oldest.next().name == "superseded"
            oldest.wait_for_end()
        world.send(bo, ann)
        assert {page.next().name for page in [*opened[2:], *others]} == {"message"}


def test_without_redis_each_process_limits_its_own_streams(
    wired: Wiring, database: Database, keys: KeyPair, world: World
) -> None:
    gone = wired.settings.model_copy(update={"limits": "on", "redis_url": "redis://127.0.0.1:1/0"})
    ann = world.a_member("Ann")

    with live_process(replace(wired, settings=gone), keys) as live, ExitStack() as pages:
        opened = [pages.enter_context(live.page(ann)) for _ in range(11)]

        assert opened[0].next().name == "superseded"
        assert all(page.receives_nothing(0) for page in opened[1:])


def test_a_page_that_opens_streams_in_a_loop_gets_a_time_to_come_back(
    wired: Wiring, database: Database, keys: KeyPair, world: World
) -> None:
    limited = replace(wired, settings=wired.settings.model_copy(update={"limits": "on"}))
    headers = {TOKEN_HEADER: keys.token(world.a_member("Ann")), SITE_HEADER: SITE}

    with live_process(limited, keys) as live, httpx.Client(base_url=live.url, http1=False, http2=True) as client:
        for _ in range(60):
            with client.stream("GET", "/api/stream.php", headers=headers) as answer:
                assert answer.status_code == 200
        refused = client.get("/api/stream.php", headers=headers)

    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "rate_limited")
    assert int(refused.headers["Retry-After"]) > 0
