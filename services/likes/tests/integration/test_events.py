from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import psycopg
from google.protobuf.message import Message
from likes.ports import Like
from likes.usecases.give_like import give_like
from likes.wiring import Wiring
from likes.worker import consumers
from likes.worker.on_conversation_started import on_conversation_started
from likes.worker.on_member_blocked import on_member_blocked
from likes.worker.on_member_deleted import on_member_deleted
from likes.worker.on_member_reactivated import on_member_reactivated
from likes.worker.on_member_unblocked import on_member_unblocked
from likes.worker.on_visibility_changed import on_visibility_changed
from pairwise.chat.v1.events_pb2 import ConversationStarted
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberErased, MemberReactivated
from pairwise.profiles.v1.events_pb2 import MemberBlocked, MemberUnblocked, VisibilityChanged
from servicekit.storage import Database

ANN, BO = uuid4(), uuid4()


def hear(wired: Wiring, handle: Callable[..., None], event: Message) -> None:
    """Twice, because every event can be told twice."""
    for _ in range(2):
        with wired.unit_of_work() as uow:
            handle(uow, event)
            uow.commit()


def like(wired: Wiring, liker: UUID, liked: UUID) -> None:
    give_like(wired.unit_of_work(), wired.cards, uuid4(), liker, liked)


def received(wired: Wiring, member: UUID) -> list[Like]:
    with wired.unit_of_work() as uow:
        return list(uow.likes.received_by(member))


def rows(database: Database, table: str) -> Any:
    with psycopg.connect(database.dsn) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


def test_a_block_hides_both_from_each_other_until_it_is_lifted(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)

    hear(wired, on_member_blocked, MemberBlocked(blocker_id=str(ANN), blocked_id=str(BO)))
    assert (received(wired, ANN), received(wired, BO)) == ([], [])

    hear(wired, on_member_unblocked, MemberUnblocked(blocker_id=str(ANN), blocked_id=str(BO)))
    assert len(received(wired, ANN)) == len(received(wired, BO)) == 1


def test_who_deletes_the_account_is_hidden_until_they_come_back(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)

    hear(wired, on_member_deleted, MemberDeleted(member_id=str(ANN)))
    assert received(wired, BO) == []

    hear(wired, on_member_reactivated, MemberReactivated(member_id=str(ANN)))
    assert [one.member_id for one in received(wired, BO)] == [ANN]


def test_an_invisible_member_is_hidden_but_for_their_conversations(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)

    hear(wired, on_visibility_changed, VisibilityChanged(member_id=str(ANN), invisible=True))
    assert received(wired, BO) == []

    hear(wired, on_conversation_started, ConversationStarted(starter_id=str(BO), partner_id=str(ANN)))
    assert [one.member_id for one in received(wired, BO)] == [ANN]

    hear(wired, on_visibility_changed, VisibilityChanged(member_id=str(ANN), hidden=True))
    assert received(wired, BO) == []


def test_an_erased_member_leaves_no_like(wired: Wiring, database: Database) -> None:
    like(wired, ANN, BO)
    like(wired, BO, ANN)
    hear(wired, on_member_blocked, MemberBlocked(blocker_id=str(BO), blocked_id=str(ANN)))

    hear(wired, on_visibility_changed, VisibilityChanged(member_id=str(ANN), invisible=True))
    hear(wired, on_conversation_started, ConversationStarted(starter_id=str(BO), partner_id=str(ANN)))

    [erased] = [consumer for consumer in consumers(wired) if consumer.event is MemberErased]
    hear(wired, erased.handle, MemberErased(member_id=str(ANN)))

    kept = ("likes", "matches", "blocks", "veiled_members", "acquaintances")
    assert [rows(database, table) for table in kept] == [0] * len(kept)
