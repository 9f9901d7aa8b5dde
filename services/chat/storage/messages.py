from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from chat.domain.message import Message
from chat.ports import Side
from chat.storage.tables import MessageRow


class MessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

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
