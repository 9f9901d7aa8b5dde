from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from sqlalchemy import Select, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from chat.domain.message import Draft, Message
from chat.domain.wallet import Wallet
from chat.ports import Posted, Side
from chat.storage.tables import MessageRow, WithdrawnSendRow


class MessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, message_id: UUID) -> None:
        # Half of a random id is as good as the whole: two that collide only wait for each other.
        number = int.from_bytes(message_id.bytes[:8], signed=True)
        self._session.execute(select(func.pg_advisory_xact_lock(number)))

    def find(self, message_id: UUID) -> Posted | None:
        row = self._session.execute(select(MessageRow).where(MessageRow.id == message_id)).scalar_one_or_none()
        return Posted(message_of(row), row.body_hash, Wallet(**row.answer)) if row else None

    def is_withdrawn(self, message_id: UUID) -> bool:
        return self._session.scalars(select(exists().where(WithdrawnSendRow.message_id == message_id))).one()

    def withdraw(self, message_id: UUID) -> None:
        self._session.execute(insert(WithdrawnSendRow).values(message_id=message_id).on_conflict_do_nothing())

    def add(self, draft: Draft, message: Message, wallet: Wallet) -> None:
        self._session.execute(
            insert(MessageRow).values(
                id=message.id,
                conversation_id=message.conversation_id,
                seq=message.seq,
                sender_id=message.sender_id,
                kind=message.kind,
                text=message.text,
                body_hash=draft.body_hash,
                answer=asdict(wallet),
                sent_at=message.sent_at,
            )
        )

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


def message_of(row: MessageRow) -> Message:
    return Message(row.id, row.conversation_id, row.seq, row.sender_id, row.text, row.sent_at, row.kind)


def _seen_by(side: Side) -> Select[MessageRow]:
    return select(MessageRow).where(
        MessageRow.conversation_id == side.conversation_id, MessageRow.seq > side.removed_before_seq
    )
