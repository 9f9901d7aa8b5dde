from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from chat.domain.hints import Hint
from chat.domain.message import Message
from chat.ports import Side
from chat.storage.tables import MessageRow


class MessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(self, side: Side, months: int, limit: int, before: int | None) -> Sequence[Message]:
        query = _seen_by(side, months).order_by(MessageRow.seq.desc()).limit(limit)
        if before is not None:
            query = query.where(MessageRow.seq < before)
        return [message_of(row) for row in self._session.scalars(query)][::-1]

    def following(self, side: Side, months: int, limit: int, after: int) -> Sequence[Message]:
        query = _seen_by(side, months).where(MessageRow.seq > after).order_by(MessageRow.seq).limit(limit)
        return [message_of(row) for row in self._session.scalars(query)]

    def has_older(self, side: Side, months: int, than: int) -> bool:
        older = _seen_by(side, months).where(MessageRow.seq < than)
        return self._session.scalars(select(older.exists())).one()


def message_of(row: Any) -> Message:
    hints = tuple(Hint(hint) for hint in row.hints)
    return Message(row.id, row.conversation_id, row.seq, row.sender_id, row.text, row.sent_at, row.kind, hints)


def _seen_by(side: Side, months: int) -> Select[MessageRow]:
    return select(MessageRow).where(
        MessageRow.conversation_id == side.conversation_id,
        MessageRow.seq > side.removed_before_seq,
        is_in_sight(months),
    )


def is_in_sight(months: int) -> ColumnElement[bool]:
    """Not so old that the site no longer shows it."""
    return MessageRow.sent_at > func.now() - func.make_interval(0, months)
