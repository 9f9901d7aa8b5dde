from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from servicekit.storage.statement import Statement
from sqlalchemy import BigInteger, Select, Uuid, bindparam, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.message import Draft, Message
from chat.domain.wallet import Wallet
from chat.ports import Fate, Posted, Side
from chat.storage.tables import MessageRow, WithdrawnSendRow

LOCK = Statement(select(func.pg_advisory_xact_lock(bindparam("number", type_=BigInteger))))
FATE = Statement(
    select(
        exists().where(WithdrawnSendRow.message_id == bindparam("message_id", type_=Uuid)).label("is_withdrawn"),
        *MessageRow.__table__.columns,
    )
    .select_from(select(literal(1)).subquery())
    .outerjoin(MessageRow, MessageRow.id == bindparam("message_id", type_=Uuid))
)
ADD = Statement(insert(MessageRow))


class MessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, message_id: UUID) -> None:
        # Half of a random id is as good as the whole: two that collide only wait for each other.
        LOCK.on(self._session, number=int.from_bytes(message_id.bytes[:8], signed=True))

    def fate(self, message_id: UUID) -> Fate:
        row = FATE.on(self._session, message_id=message_id).one()
        posted = Posted(message_of(row), row.body_hash, Wallet(**row.answer)) if row.id else None
        return Fate(posted, row.is_withdrawn)

    def withdraw(self, message_id: UUID) -> None:
        self._session.execute(insert(WithdrawnSendRow).values(message_id=message_id).on_conflict_do_nothing())

    def add(self, draft: Draft, message: Message, wallet: Wallet) -> None:
        ADD.on(self._session, **asdict(message), body_hash=draft.body_hash, answer=Jsonb(asdict(wallet)))

    def newest(self, side: Side, limit: int, before: int | None) -> Sequence[Message]:
        query = _seen_by(side).order_by(MessageRow.seq.desc()).limit(limit)
        if before is not None:
            query = query.where(MessageRow.seq < before)
        return [message_of(row) for row in self._session.scalars(query)][::-1]

    def following(self, side: Side, limit: int, after: int) -> Sequence[Message]:
        query = _seen_by(side).where(MessageRow.seq > after).order_by(MessageRow.seq).limit(limit)
        return [message_of(row) for row in self._session.scalars(query)]

    def has_older(self, side: Side, than: int) -> bool:
        older = _seen_by(side).where(MessageRow.seq < than)
        return self._session.scalars(select(older.exists())).one()


def message_of(row: Any) -> Message:
    return Message(row.id, row.conversation_id, row.seq, row.sender_id, row.text, row.sent_at, row.kind)


def _seen_by(side: Side) -> Select[MessageRow]:
    return select(MessageRow).where(
        MessageRow.conversation_id == side.conversation_id, MessageRow.seq > side.removed_before_seq
    )
