"""Makers, and a look at the rows, for tests on a real database."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from chat.domain.message import Draft, Kind, Message
from chat.storage import ChatUnit
from chat.tests.fakes import FakeBilling
from chat.usecases.follow_standings import follow_standings
from chat.usecases.send_message import Limits, send_message
from chat.worker.on_member_deleted import on_member_deleted
from chat.worker.on_member_reactivated import on_member_reactivated
from chat.worker.on_visibility_changed import on_visibility_changed
from pairwise.identity.v1.events_pb2 import MemberDeleted, MemberReactivated
from pairwise.profiles.v1.events_pb2 import VisibilityChanged
from servicekit.storage import Database
from sqlalchemy import text

LIMITS = Limits(message_length=1000, free_conversations=2)
PLENTY = 1000


@dataclass
class World:
    """Members who can pay, and the service they chat by."""

    database: Database
    billing: FakeBilling

    def unit(self) -> ChatUnit:
        return ChatUnit(self.database)

    def a_member(
        self, name: str = "Ann", *, premium: bool = True, confirmed: bool = True, credits: int = PLENTY, pool: int = 1
    ) -> UUID:
        member_id = uuid4()
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
            on_member_deleted(uow, MemberDeleted(member_id=str(member)))
            uow.commit()

    def come_back(self, member: UUID) -> None:
        with self.unit() as uow:
            on_member_reactivated(uow, MemberReactivated(member_id=str(member)))
            uow.commit()

    def moderate(self, member: UUID, *, is_hidden: bool = True) -> None:
        with self.unit() as uow:
            on_visibility_changed(uow, VisibilityChanged(member_id=str(member), hidden=is_hidden))
            uow.commit()

    def follow(self) -> None:
        """As the worker does, both looks at once."""
        while self.rows("SELECT 1 FROM standing_changes"):
            self.change("UPDATE standing_changes SET due_at = now()")
            follow_standings(self.unit)

    def rows(self, query: str, **params: Any) -> list[Any]:
        with self.database.engine.connect() as connection:
            return list(connection.execute(text(query), params))

    def change(self, statement: str) -> None:
        with self.database.engine.begin() as connection:
            connection.execute(text(statement))

    def one(self, query: str, **params: Any) -> Any:
        [row] = self.rows(query, **params)
        return row[0]
