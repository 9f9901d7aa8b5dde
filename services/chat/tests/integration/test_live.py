from uuid import UUID

import psycopg
import pytest
from chat.domain.conversation import conversation_of
from chat.events.from_billing import copy_wallets
from chat.events.from_likes import append_likes, append_match
from chat.events.from_profiles import show
from chat.live import wakeups
from chat.tests.streams import Live, live_process
from chat.tests.world import NO_WIRING, PLENTY, World
from chat.usecases.mark_read import mark_read
from chat.usecases.remove_chat import remove_chat
from chat.wiring import Wiring
from pairwise.billing.v1.events_pb2 import CreditsChanged
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import VisibilityChanged
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser


def test_a_message_reaches_the_open_pages_of_both(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(ann) as sender, live.page(bo) as recipient:
        message = world.send(ann, bo, "line one\nline two – ☕")
        received, echoed, balance = recipient.next(), sender.next(), sender.next()

    assert received.name == echoed.name == "message"
    assert (balance.name, balance.data) == ("balance", {"credits": PLENTY - 2, "paid_user": False, "wallet_version": 2})
    assert received.data["message"]["text"] == "line one\nline two – ☕"
    assert received.data["message"]["id"] == str(message.id)
    assert (received.data["message"]["own"], echoed.data["message"]["own"]) == (False, True)
    assert (received.data["profile_id"], echoed.data["profile_id"]) == (str(ann), str(bo))
    assert (received.data["total_unread_messages"], echoed.data["total_unread_messages"]) == (1, 0)
    assert received.data["conversation"] == {"id": str(conversation_of(ann, bo))}


@pytest.mark.parametrize("hider", ["Ann", "Bo"])
def test_reading_is_told_to_nobody_where_one_of_the_two_hides_it(
    live: Live, world: World, browser: Browser, hider: str
) -> None:
    members = {name: world.a_member(name) for name in ("Ann", "Bo")}
    ann, bo = members.values()
    world.send(ann, bo)
    _hide_reads(world, members[hider], True)

    with live.page(ann) as sender, live.page(bo) as reader:
        mark_read(world.unit(), bo, conversation_of(ann, bo), 1)
        assert reader.next().data["num_unread_messages"] == 0
        world.send(ann, bo)
        assert sender.next().name == "message"

    assert browser.as_member(ann).get("/api/chat.php", profile=str(bo)).json["partner_read_seq"] == 0
    _hide_reads(world, members[hider], False)
    assert browser.get("/api/chat.php", profile=str(bo)).json["partner_read_seq"] == 1


def test_reading_notifies_the_partner_and_the_readers_other_pages(live: Live, world: World) -> None:
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


def test_likes_matches_and_balances_are_delivered(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    with live.page(bo) as page:
        with world.unit() as uow:
            append_likes(uow, [LikeGiven(liker_id=str(ann), liked_id=str(bo))], NO_WIRING)
            uow.commit()
        with world.unit() as uow:
            append_match(uow, MatchMade(first_id=str(ann), second_id=str(bo)), NO_WIRING)
            uow.commit()
        with world.unit() as uow:
            copy_wallets(uow, [CreditsChanged(member_id=str(bo), balance=18, version=2)], NO_WIRING)
            uow.commit()
        with world.unit() as uow:
            older, newer = (
                CreditsChanged(member_id=str(bo), balance=balance, version=version)
                for balance, version in ((20, 1), (17, 3))
            )
            copy_wallets(uow, [newer, older], NO_WIRING)
            uow.commit()
        with world.unit() as uow:
            copy_wallets(uow, [CreditsChanged(member_id=str(bo), balance=20, version=2)], NO_WIRING)
            uow.commit()
        received = [page.next() for _ in range(4)]

        assert [(event.name, event.data) for event in received] == [
            ("like", {"profile_id": str(ann)}),
            ("match", {"profile_id": str(ann)}),
            ("balance", {"credits": 18, "paid_user": True, "wallet_version": 2}),
            ("balance", {"credits": 17, "paid_user": True, "wallet_version": 3}),
        ]
        assert page.receives_nothing()


def test_likes_consumed_together_are_delivered_one_by_one(live: Live, world: World) -> None:
    ann, bo, cy = (world.a_member(name) for name in ("Ann", "Bo", "Cy"))

    with live.page(bo) as page:
        with world.unit() as uow:
            append_likes(uow, [LikeGiven(liker_id=str(liker), liked_id=str(bo)) for liker in (ann, cy)], NO_WIRING)
            uow.commit()

        assert [page.next().data for _ in range(2)] == [{"profile_id": str(ann)}, {"profile_id": str(cy)}]


def test_a_page_that_was_cut_goes_on_without_a_gap_or_a_repetition(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    received = []
    with live.page(bo) as page:
        for number in range(3):
            world.send(ann, bo, f"{number}")
        received += [page.next() for _ in range(2)]
        cursor = page.cursor
    for number in range(3, 150):
        world.send(ann, bo, f"{number}")

    with live.page(bo, cursor=cursor) as page:
        world.send(ann, bo, "150")
        received += [page.next() for _ in range(149)]
        assert page.receives_nothing()

    assert [event.data["message"]["text"] for event in received] == [f"{number}" for number in range(151)]


def test_a_page_that_received_nothing_yet_resumes_from_its_hello(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo, "before")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo, "between")

    with live.page(bo, cursor=cursor) as page:
        assert page.next().data["message"]["text"] == "between"


@pytest.mark.parametrize("reported_before", [0, 3])
def test_a_stream_sends_the_events_after_the_cursor_of_the_list(
    live: Live, world: World, browser: Browser, reported_before: int
) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for number in range(reported_before):
        world.send(ann, bo, f"in the list {number}")
    cursor = browser.as_member(bo).get("/api/chats.php").json["cursor"]
    assert cursor == reported_before
    world.send(ann, bo, "between")

    with live.page(bo, cursor=cursor) as page:
        assert page.next().data["message"]["text"] == "between"
        assert page.receives_nothing()


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


def test_a_lost_notify_is_found_by_the_poll(
    wired: Wiring, database: Database, world: World, keys: KeyPair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wakeups, "POLL_SECONDS", 0.2)
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


def test_a_blocked_pair_receives_nothing_of_each_other(live: Live, world: World) -> None:
    ann, bo, cas = world.a_member("Ann"), world.a_member("Bo"), world.a_member("Cas")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo)
    world.send(cas, bo, "visible")
    world.block(ann, bo)

    with live.page(bo, cursor=cursor) as page:
        event = page.next()

        assert (event.data["message"]["text"], event.data["total_unread_messages"]) == ("visible", 1)
        assert page.receives_nothing()


def test_removed_messages_are_not_delivered_again(live: Live, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    with live.page(bo) as page:
        cursor = page.cursor
    world.send(ann, bo, "removed")
    remove_chat(world.unit(), bo, conversation_of(ann, bo))

    with live.page(bo, cursor=cursor) as page:
        assert page.next().name == "unread"
        changed = page.next()
        assert (changed.name, changed.data) == ("changed", {"conversation_id": str(conversation_of(ann, bo))})
        assert page.receives_nothing()


def _hide_reads(world: World, member: UUID, hides: bool) -> None:
    with world.unit() as uow:
        show(uow, VisibilityChanged(member_id=str(member), hides_reads=hides), NO_WIRING)
        uow.commit()
