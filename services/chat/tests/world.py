"""Factories of members and messages, and reads of rows, for tests on a real database."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from chat.domain.message import Draft, Kind, Message
from chat.events.from_identity import mark_deleted, mark_reactivated
from chat.events.from_profiles import show
from chat.storage import ChatUnit
from chat.tests.fakes import FakeBilling
from chat.usecases.follow_status_changes import follow_status_changes
from chat.usecases.send_message import Limits, send_message
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberReactivated
from pairwise.profiles.v1.events_pb2 import VisibilityChanged
from shared.kit.db import Database
from sqlalchemy import text

LIMITS = Limits(message_length=1000, free_conversations=2)
PLENTY = 1000
# For handlers that use the unit of work alone.
NO_WIRING: Any = None


@dataclass
class World:
    """Members with credits, and the use cases they chat by."""

    database: Database
    billing: FakeBilling

    def unit(self) -> ChatUnit:
        return ChatUnit(self.database)

    def a_member(
        self,
        name: str = "Ann",
        *,
        premium: bool = True,
        confirmed: bool = True,
        credits: int = PLENTY,
        pool: int = 1,
        member_id: UUID | None = None,
    ) -> UUID:
        member_id = member_id or uuid4()
        with self.unit() as uow:
            uow.members.sign_up(member_id, name, pool)
            if confirmed:
                uow.members.confirm(member_id)
            if premium:
                uow.members.become_premium(member_id)
            uow.commit()
        self.billing.give(member_id, credits)
        return member_id

    def send(self, sender: UUID, recipient: UUID, text: str = "hello", message_id: UUID | None = None) -> Message:
        return self.send_draft(Draft(message_id or uuid4(), sender, recipient, text))

    def give(self, sender: UUID, recipient: UUID, gift: str = "rose", message_id: UUID | None = None) -> Message:
        return self.send_draft(Draft(message_id or uuid4(), sender, recipient, "", Kind.GIFT, gift))

    def send_draft(self, draft: Draft) -> Message:
        return send_message(self.unit(), self.billing, LIMITS, draft)[0]

    def block(self, blocker: UUID, blocked: UUID) -> None:
        with self.unit() as uow:
            uow.members.block(blocker, blocked)
            uow.commit()

    def unblock(self, blocker: UUID, blocked: UUID) -> None:
        with self.unit() as uow:
            uow.members.unblock(blocker, blocked)
            uow.commit()

    def delete(self, member: UUID) -> None:
        with self.unit() as uow:
            mark_deleted(uow, MemberDeleted(member_id=str(member)), NO_WIRING)
            uow.commit()

    def come_back(self, member: UUID) -> None:
        with self.unit() as uow:
            mark_reactivated(uow, MemberReactivated(member_id=str(member)), NO_WIRING)
            uow.commit()

    def moderate(self, member: UUID, *, is_hidden: bool = True) -> None:
        with self.unit() as uow:
            show(uow, VisibilityChanged(member_id=str(member), hidden=is_hidden), NO_WIRING)
            uow.commit()

    def follow(self) -> None:
        """Run the worker's job until nothing is due, both passes at once."""
        while self.rows("SELECT 1 FROM standing_changes"):
            self.change("UPDATE standing_changes SET due_at = now()")
            follow_status_changes(self.unit)

    def rows(self, query: str, **params: Any) -> list[Any]:
        with self.database.engine.connect() as connection:
            return list(connection.execute(text(query), params))

    def change(self, statement: str, **params: Any) -> None:
        with self.database.engine.begin() as connection:
            connection.execute(text(statement), params)

    def one(self, query: str, **params: Any) -> Any:
        [row] = self.rows(query, **params)
        return row[0]
