import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from uuid import uuid4

import httpx
import psycopg
import pytest
from chat.domain.conversation import conversation_of
from chat.live import serving, wakers
from chat.tests.streams import SITE, GatewayLine, Live, live_process
from chat.tests.world import PLENTY, World
from chat.usecases.mark_read import mark_read
from chat.usecases.remove_chat import remove_chat
from chat.wiring import Wiring
from chat.worker.on_credits_changed import on_credits_changed
from chat.worker.on_like_given import on_likes_given
from chat.worker.on_match_made import on_match_made
from pairwise.billing.v1.events_pb2 import CreditsChanged
from pairwise.identity.v1.events_pb2 import SessionRevoked
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from servicekit.storage import Database
from servicekit.testing.database import superuser_of
from servicekit.testing.tokens import KeyPair
from servicekit.testing.web import Browser
from servicekit.web.caller import SITE_HEADER, TOKEN_HEADER
from servicekit.worker.revocations import on_session_revoked

FIRST_WINDOW = 65_535


@pytest.fixture
def live(wired: Wiring, database: Database, keys: KeyPair) -> Iterator[Live]:
    with live_process(wired, keys) as process:
        yield process


def test_a_message_reaches_the_open_pages_of_both(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(ann) as sender, live.page(bo) as recipient:
        message = world.send(ann, bo, "line one\nline two – ☕")
        heard, echoed, balance = recipient.next(), sender.next(), sender.next()

    assert heard.name == echoed.name == "message"
    assert (balance.name, balance.data) == ("balance", {"credits": PLENTY - 2, "paid_user": False})
    assert heard.data["message"]["text"] == "line one\nline two – ☕"
    assert heard.data["message"]["id"] == str(message.id)
    assert (heard.data["message"]["own"], echoed.data["message"]["own"]) == (False, True)
    assert (heard.data["profile_id"], echoed.data["profile_id"]) == (str(ann), str(bo))
    assert (heard.data["total_unread_messages"], echoed.data["total_unread_messages"]) == (1, 0)
    assert heard.data["conversation"] == {"id": str(conversation_of(ann, bo))}


def test_reading_tells_the_partner_and_the_readers_other_pages(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    conversation = str(conversation_of(ann, bo))

    with live.page(ann) as sender, live.page(bo) as reader:
        mark_read(world.unit(), bo, conversation_of(ann, bo), 1)

        assert sender.next().data == {"conversation_id": conversation, "profile_id": str(bo), "partner_read_seq": 1}
        assert reader.next().data == {
            "conversation_id": conversation,
            "num_unread_messages": 0,
            "total_unread_messages": 0,
        }


def test_likes_matches_and_balances_are_told(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(bo) as page:
        with world.unit() as uow:
            on_likes_given(uow, [LikeGiven(liker_id=str(ann), liked_id=str(bo))])
            uow.commit()
        with world.unit() as uow:
            on_match_made(uow, MatchMade(first_id=str(ann), second_id=str(bo)))
            uow.commit()
        with world.unit() as uow:
            on_credits_changed(uow, [CreditsChanged(member_id=str(bo), balance=18, version=2)])
            uow.commit()
        with world.unit() as uow:
            older, newer = (
                CreditsChanged(member_id=str(bo), balance=balance, version=version)
                for balance, version in ((20, 1), (17, 3))
            )
            on_credits_changed(uow, [newer, older])
            uow.commit()
        with world.unit() as uow:
            on_credits_changed(uow, [CreditsChanged(member_id=str(bo), balance=20, version=2)])
            uow.commit()
        heard = [page.next() for _ in range(4)]

        assert [(event.name, event.data) for event in heard] == [
            ("like", {"profile_id": str(ann)}),
            ("match", {"profile_id": str(ann)}),
            ("balance", {"credits": 18, "paid_user": True}),
            ("balance", {"credits": 17, "paid_user": True}),
        ]
        assert page.hears_nothing()


def test_likes_heard_together_are_told_one_by_one(live: Live, world: World) -> None:
    ann, bo, cy = (world.a_member(name) for name in ("Ann", "Bo", "Cy"))

    with live.page(bo) as page:
        with world.unit() as uow:
            on_likes_given(uow, [LikeGiven(liker_id=str(liker), liked_id=str(bo)) for liker in (ann, cy)])
            uow.commit()

        assert [page.next().data for _ in range(2)] == [{"profile_id": str(ann)}, {"profile_id": str(cy)}]


def test_a_page_that_was_cut_goes_on_without_a_gap_or_a_repetition(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    heard = []
    with live.page(bo) as page:
        for number in range(3):
            world.send(ann, bo, f"{number}")
        heard += [page.next() for _ in range(2)]
        cursor = page.cursor
    for number in range(3, 150):
        world.send(ann, bo, f"{number}")

    with live.page(bo, cursor=cursor) as page:
        world.send(ann, bo, "150")
        heard += [page.next() for _ in range(149)]
        assert page.hears_nothing()

    assert [event.data["message"]["text"] for event in heard] == [f"{number}" for number in range(151)]


def test_a_page_that_heard_nothing_yet_resumes_from_its_hello(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "before")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo, "between")

    with live.page(bo, cursor=cursor) as page:
        assert page.next().data["message"]["text"] == "between"


@pytest.mark.parametrize("told_before", [0, 3])
def test_what_is_not_in_the_list_is_told_by_a_stream_from_its_cursor(
    live: Live, world: World, browser: Browser, told_before: int
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for number in range(told_before):
        world.send(ann, bo, f"in the list {number}")
    cursor = browser.as_member(bo).get("/api/chats.php").json["cursor"]
    assert cursor == told_before
    world.send(ann, bo, "between")

    with live.page(bo, cursor=cursor) as page:
        assert page.next().data["message"]["text"] == "between"
        assert page.hears_nothing()


@pytest.mark.parametrize("cursor", [0, 99])
def test_a_cursor_that_cannot_be_resumed_begins_anew(live: Live, world: World, cursor: int) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    world.send(ann, bo)
    with world.database.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM feed WHERE position = 1")

    with live.page(bo, cursor=cursor) as page:
        hello = page.next()

    assert (hello.name, hello.data, hello.id) == ("hello", {"cursor": 2}, 2)


def test_what_is_not_heard_is_found_by_looking(
    wired: Wiring, database: Database, world: World, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakers, "LOOK_AROUND_SECONDS", 0.2)
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("ALTER TABLE feed DISABLE TRIGGER wake_streams")
        try:
            ann, bo = world.a_member("Ann"), world.a_member("Bo")
            with live_process(wired, keys) as live, live.page(bo) as page:
                world.send(ann, bo)
                assert page.next().name == "message"
        finally:
            connection.execute("ALTER TABLE feed ENABLE TRIGGER wake_streams")


def test_a_lost_listening_connection_loses_nothing(live: Live, world: World, database: Database) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(bo) as page:
        with psycopg.connect(database.dsn, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND query = 'LISTEN feed'"
            )
        world.send(ann, bo)

        assert page.next().name == "message"


def test_a_blocked_pair_hears_nothing_of_each_other(live: Live, world: World) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo)
    world.send(cas, bo, "visible")
    world.block(ann, bo)

    with live.page(bo, cursor=cursor) as page:
        event = page.next()

        assert (event.data["message"]["text"], event.data["total_unread_messages"]) == ("visible", 1)
        assert page.hears_nothing()


def test_removed_messages_are_not_told_again(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo, "removed")
    remove_chat(world.unit(), bo, conversation_of(ann, bo))

    with live.page(bo, cursor=cursor) as page:
        assert page.next().name == "unread"
        changed = page.next()
        assert (changed.name, changed.data) == ("changed", {"conversation_id": str(conversation_of(ann, bo))})
        assert page.hears_nothing()


def test_a_stream_ends_with_its_token(live: Live, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with live.page(world.a_member(), lasts=timedelta(minutes=10)) as page:
        later = SimpleNamespace(monotonic=time.monotonic, time=lambda: time.time() + 601)
        monkeypatch.setattr("chat.live.streams.time", later)
        page.wait_for_end()


def copied(database: Database, how_long_ago: str) -> None:
    """As if the worker had copied the revoked sessions last so long ago."""
    with database.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE kit.revocation_checks SET checked_at = now() - %s::interval", (how_long_ago,)
        )


def test_a_stream_ends_when_nothing_recent_proves_its_session(live: Live, world: World, database: Database) -> None:
    with live.page(world.a_member(), age=timedelta(minutes=5)) as page, live.page(world.a_member()) as renewed:
        copied(database, "1 hour")
        page.wait_for_end()
        assert renewed.hears_nothing(0)


def test_streams_end_when_revocations_cannot_even_be_read(
    live: Live, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreachable(_: object) -> None:
        raise OSError

    with live.page(world.a_member(), age=timedelta(minutes=5)) as page:
        monkeypatch.setattr("chat.live.feed.LiveFeed.revocations", unreachable)
        later = SimpleNamespace(monotonic=time.monotonic, time=lambda: time.time() + 2 * 86_400)
        monkeypatch.setattr("chat.live.streams.time", later)
        page.wait_for_end()


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


def test_a_stream_ends_when_its_session_is_revoked(live: Live, world: World) -> None:
    session, ann = uuid4(), world.a_member()

    with live.page(ann, session_id=session) as page, live.page(ann) as other:
        event = SessionRevoked(session_id=str(session))
        event.expires_at.GetCurrentTime()
        event.expires_at.seconds += 600
        with world.unit() as uow:
            on_session_revoked(uow, event)
            uow.commit()
        page.wait_for_end()
        assert other.hears_nothing(0)

    refused = httpx.get(
        f"{live.url}/api/stream.php",
        headers={"x-pairwise-token": live.keys.token(ann, session_id=session), "x-pairwise-site": "pairwise"},
    )
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "authentication_required")


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/api/stream.php", {}, 403, "authentication_required"),
        ("GET", "/api/stream.php", {"x-pairwise-token": "forged"}, 403, "authentication_required"),
        ("POST", "/api/stream.php", {}, 405, "method_not_allowed"),
        ("GET", "/api/chats.php", {}, 404, "not_found"),
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
    monkeypatch.setattr(serving, "SLOWEST_SECONDS", 0.3)
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    many = """
        INSERT INTO feed (member_id, position, kind, partner_id, payload)
        SELECT %(bo)s, n, 'read', %(ann)s,
            jsonb_build_object('conversation_id', gen_random_uuid(), 'partner_read_seq', n)
        FROM generate_series(1, 40000) AS n
    """
    with GatewayLine(int(live.url.rsplit(":", 1)[1]), takes=False) as line:
        slow = line.open(live.keys.token(bo))
        line.until(lambda: b"event: hello" in line.heard[slow])
        # From outside of our processes, whom the trigger wakes.
        with psycopg.connect(world.database.dsn) as connection:
            connection.execute(many, {"ann": ann, "bo": bo})
            connection.execute("INSERT INTO feed_heads VALUES (%s, 40000)", [bo])

        deadline = time.monotonic() + 60
        while "live_streams 0.0" not in httpx.get(f"{live.url}/metrics").text:
            assert time.monotonic() < deadline, "the slow page is still held"
            time.sleep(0.05)

        line.until(lambda: slow in line.ended)
        assert len(line.heard[slow]) <= FIRST_WINDOW

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


def test_a_page_that_opens_streams_in_a_loop_is_told_when_to_come_back(
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
