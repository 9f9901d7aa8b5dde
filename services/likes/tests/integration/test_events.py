from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
from google.protobuf.message import Message
from likes.domain.like import Like
from likes.events.from_chat import add_acquaintance
from likes.events.from_identity import erase_member, mark_deleted, mark_reactivated
from likes.events.from_profiles import block, set_restrictions, unblock, unmatch
from likes.usecases.give_like import give_like
from likes.wiring import Wiring
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberErased, MemberReactivated
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, MemberUnmatched, VisibilityChanged
from shared.kit.db import Database

ANN, BO = uuid4(), uuid4()


def deliver(wired: Wiring, handle: Callable[..., None], event: Message) -> None:
    """Deliver it twice, because delivery is at least once."""
    for _ in range(2):
        with wired.unit_of_work() as uow:
            handle(uow, event, wired)
            uow.commit()


def like(wired: Wiring, liker: UUID, liked: UUID) -> None:
    give_like(wired.unit_of_work(), wired.profiles, uuid4(), liker, liked)


def received(wired: Wiring, member: UUID) -> list[Like]:
    with wired.unit_of_work() as uow:
        return list(uow.lists.received_by(member))


def rows(database: Database, table: str) -> Any:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


def test_a_block_hides_both_from_each_other_until_it_is_lifted(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)

    deliver(wired, block, MemberBlocked(blocker_id=str(ANN), blocked_id=str(BO)))
    assert (received(wired, ANN), received(wired, BO)) == ([], [])

    deliver(wired, unblock, MemberUnblocked(blocker_id=str(ANN), blocked_id=str(BO)))
    assert len(received(wired, ANN)) == len(received(wired, BO)) == 1


def test_an_unmatch_removes_likes_and_match(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)

    deliver(wired, unmatch, MemberUnmatched(member_id=str(ANN), unmatched_id=str(BO)))

    assert (rows(database, "likes"), rows(database, "matches")) == (0, 0)


def test_a_deleted_member_is_hidden_until_reactivated(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)

    deliver(wired, mark_deleted, MemberDeleted(member_id=str(ANN)))
    assert received(wired, BO) == []

    deliver(wired, mark_reactivated, MemberReactivated(member_id=str(ANN)))
    assert [one.member_id for one in received(wired, BO)] == [ANN]


def test_an_invisible_member_is_hidden_but_for_their_conversations(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)

    deliver(wired, set_restrictions, VisibilityChanged(member_id=str(ANN), invisible=True))
    assert received(wired, BO) == []

    deliver(wired, add_acquaintance, ConversationStarted(starter_id=str(BO), partner_id=str(ANN)))
    assert [one.member_id for one in received(wired, BO)] == [ANN]

    deliver(wired, set_restrictions, VisibilityChanged(member_id=str(ANN), hidden=True))
    assert received(wired, BO) == []


def test_an_erased_member_leaves_no_like(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)
    deliver(wired, block, MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))

    deliver(wired, set_restrictions, VisibilityChanged(member_id=str(ANN), invisible=True))
    deliver(wired, add_acquaintance, ConversationStarted(starter_id=str(BO), partner_id=str(ANN)))

    deliver(wired, erase_member, MemberErased(member_id=str(ANN)))

    kept = ("likes", "matches", "blocks", "veiled_members", "acquaintances")
    assert [rows(database, table) for table in kept] == [0] * len(kept)
