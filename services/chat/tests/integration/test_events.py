"""Every event that chat handles, with the content of its golden file, and redelivered."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest
from chat.tests.world import World
from chat.wiring import Wiring
from chat.worker import consumers, jobs
from google.protobuf.message import Message
from pairwise.billing.v1.events_pb2 import BecamePremium, CreditsChanged
from pairwise.identity.v1.events_pb2 import (
    AgeAssuranceChanged,
    ContactVisibilityChanged,
    ExportRequested,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    SessionRevoked,
)
from pairwise.likes.v1.events_pb2 import LikeGiven, MatchMade
from pairwise.profiles.v1.events_pb2 import (
    MemberBlocked,
    MemberModerated,
    MemberUnblocked,
    MemberUnmatched,
    ProfileChanged,
    VisibilityChanged,
)
from shared.kit.core import subject_of
from shared.kit.events.consumers import handle_once
from shared.kit.testing.golden import golden_event

ALL: list[type[Message]] = [
    MemberSignedUp, MemberConfirmed, MemberDeleted, MemberReactivated, MemberErased, ProfileChanged,
    MemberBlocked, MemberUnblocked, VisibilityChanged, LikeGiven, MatchMade, CreditsChanged, BecamePremium,
    ExportRequested, MemberModerated, AgeAssuranceChanged, ContactVisibilityChanged,
    MemberUnmatched, SessionRevoked,
]  # fmt: skip


@pytest.fixture
def consume(wired: Wiring, world: World, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Hands an event to its consumer, twice, as NATS may."""
    monkeypatch.setattr("shared.privacy.deliver.send_files", lambda *_: None)  # identity is not here
    by_event = {consumer.event: consumer for consumer in consumers(wired)}

    def consume(event: Message) -> None:
        headers = {"Nats-Msg-Id": str(uuid4())}
        message: Any = SimpleNamespace(subject=subject_of(type(event)), data=event.SerializeToString(), headers=headers)
        outcomes = [handle_once(world.unit, by_event[type(event)], message) for _ in range(2)]
        again = "handled" if by_event[type(event)].idempotent else "repeated"
        assert outcomes == ["handled", again]

    return consume


def member(world: World, member_id: UUID) -> Any:
    [row] = world.rows("SELECT * FROM members WHERE member_id = :id", id=member_id)
    return row


def feed_of(world: World, member_id: UUID) -> list[Any]:
    query = "SELECT kind, partner_id, payload FROM feed WHERE member_id = :id ORDER BY position"
    return [tuple(row) for row in world.rows(query, id=member_id)]


@pytest.mark.parametrize("event", ALL, ids=subject_of)
def test_every_golden_event_is_understood(consume: Any, event: type[Message]) -> None:
    consume(golden_event(event))


def test_nothing_else_is_consumed(wired: Wiring) -> None:
    assert {consumer.event for consumer in consumers(wired)} == set(ALL)


def test_a_member_is_copied_in_whatever_order_events_come(consume: Any, world: World) -> None:
    ann = uuid4()

    consume(BecamePremium(member_id=str(ann)))
    consume(CreditsChanged(member_id=str(ann), balance=18, version=2, free_messages_left=1))
    consume(CreditsChanged(member_id=str(ann), balance=20, version=1, free_messages_left=3))
    consume(MemberConfirmed(member_id=str(ann)))
    consume(MemberSignedUp(member_id=str(ann), name="Ann", site="pairwise"))

    copy = member(world, ann)
    assert (copy.name, copy.is_confirmed, copy.is_premium, copy.state) == ("Ann", True, True, "active")
    assert (copy.credits, copy.free_messages_left, copy.wallet_version) == (18, 1, 2)
    assert feed_of(world, ann) == [
        ("balance", None, {"credits": 0, "paid_user": True, "wallet_version": 0}),
        ("balance", None, {"credits": 18, "paid_user": True, "wallet_version": 2}),
    ]


def test_a_member_who_left_can_come_back_until_erased(consume: Any, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(bo, ann)
    world.block(ann, uuid4())

    consume(MemberDeleted(member_id=str(ann)))
    assert member(world, ann).state == "deleted"
    consume(MemberReactivated(member_id=str(ann)))
    assert member(world, ann).state == "active"
    consume(MemberErased(member_id=str(ann)))
    assert (member(world, ann).state, member(world, ann).name) == ("deleted", "")
    assert feed_of(world, ann) == []
    assert world.one("SELECT count(*) FROM blocks") == 0
    assert world.one("SELECT count(*) FROM messages") == 1


def test_names_follow_the_profile(consume: Any, world: World) -> None:
    ann = world.a_member("Ann")

    consume(ProfileChanged(member_id=str(ann), name="Anna"))

    assert member(world, ann).name == "Anna"


def test_blocks_come_and_go(consume: Any, world: World) -> None:
    ids = {"blocker_id": str(uuid4()), "blocked_id": str(uuid4())}

    consume(MemberBlocked(**ids))
    consume(MemberBlocked(**ids))
    assert world.one("SELECT count(*) FROM blocks") == 1
    consume(MemberUnblocked(**ids))
    assert world.one("SELECT count(*) FROM blocks") == 0


def test_an_unmatch_removes_the_messages_so_far_for_both(consume: Any, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    world.send(ann, bo)
    pair = {"member_id": str(ann), "unmatched_id": str(bo)}

    consume(MemberUnmatched(**pair))
    world.send(bo, ann)

    assert world.rows("SELECT removed_before_seq, unread FROM participations ORDER BY unread") == [(1, 0), (1, 1)]
    consume(MemberUnmatched(member_id=str(uuid4()), unmatched_id=str(ann)))


def test_a_like_is_delivered_to_the_liked_and_a_match_to_both(consume: Any, world: World) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")

    consume(LikeGiven(liker_id=str(ann), liked_id=str(bo)))
    consume(MatchMade(first_id=str(ann), second_id=str(bo)))

    assert feed_of(world, bo) == [("like", ann, {}), ("match", ann, {})]
    assert feed_of(world, ann) == [("match", bo, {})]


def test_news_are_kept_for_a_week(wired: Wiring, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = world.a_member("Ann"), world.a_member("Bo")
    for _ in range(5):
        world.send(ann, bo)
    with world.database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE feed SET created_at = now() - interval '8 days' WHERE position <= 3")
    monkeypatch.setattr("shared.privacy.retain.AT_A_STEP", 2)
    [job] = [job for job in jobs(wired) if job.name == "forget_old_rows"]

    assert job.run() == 6

    assert world.one("SELECT min(position) FROM feed") == 4
