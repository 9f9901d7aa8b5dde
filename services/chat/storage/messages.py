from collections.abc import Sequence
from typing import Any
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import BigInteger, ColumnElement, Integer, Select, Uuid, bindparam, func, select, update
from sqlalchemy.orm import Session

from chat.domain.hints import Hint
from chat.domain.message import Kind, Message, Photo
from chat.ports import Side
from chat.storage.tables import MessageRow


class MessageRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(self, side: Side, months: int, limit: int, before: int | None) -> Sequence[Message]:
        rows = NEWEST.on(self._session, **_sight(side, months), before=before or BEYOND, limit=limit).all()
        return [message_of(row) for row in rows][::-1]

    def following(self, side: Side, months: int, limit: int, after: int) -> Sequence[Message]:
        rows = FOLLOWING.on(self._session, **_sight(side, months), after=after, limit=limit).all()
        return [message_of(row) for row in rows]

    def has_older(self, side: Side, months: int, than: int) -> bool:
        found: bool = HAS_OLDER.on(self._session, **_sight(side, months), before=than).scalar_one()
        return found

    def give_up_unread(self, side: Side) -> list[Message]:
        rows = self._session.scalars(
            update(MessageRow)
            .where(
                MessageRow.conversation_id == side.conversation_id,
                MessageRow.sender_id == side.partner_id,
                MessageRow.seq > max(side.read_seq, side.removed_before_seq),
                MessageRow.undelivered_at.is_(None),
            )
            .values(undelivered_at=func.now())
            .returning(MessageRow)
        )
        return [message_of(row) for row in rows]

    def among(self, conversation_id: UUID, message_ids: Sequence[UUID]) -> list[Message]:
        """Those of these that lie in the conversation, in order."""
        lying = select(MessageRow).where(MessageRow.conversation_id == conversation_id, MessageRow.id.in_(message_ids))
        return [message_of(row) for row in self._session.scalars(lying.order_by(MessageRow.seq))]

    def last(self, conversation_id: UUID, limit: int) -> list[Message]:
        """The newest of the conversation, in order."""
        lying = select(MessageRow).where(MessageRow.conversation_id == conversation_id)
        newest = self._session.scalars(lying.order_by(MessageRow.seq.desc()).limit(limit))
        return [message_of(row) for row in newest][::-1]


def message_of(row: Any) -> Message:
    hints = tuple(Hint(hint) for hint in row.hints)
    return Message(
        row.id,
        row.conversation_id,
        row.seq,
        row.sender_id,
        row.text,
        row.sent_at,
        Kind(row.kind),
        hints,
        row.gift,
        row.icebreaker,
        row.undelivered_at,
        photo_of(row.photo),
        row.credits,
    )


def photo_of(stored: dict[str, Any] | None) -> Photo | None:
    return Photo(**stored) if stored else None


def is_in_sight(months: Any) -> ColumnElement[bool]:
    """Not so old that the site no longer shows it."""
    return MessageRow.sent_at > func.now() - func.make_interval(0, months)


def _sight(side: Side, months: int) -> dict[str, Any]:
    return {
        "conversation_id": side.conversation_id,
        "removed_before_seq": side.removed_before_seq,
        "months": months,
    }


def _seen() -> Select[Any]:
    """What one side still sees: nothing it removed, and nothing that is too old."""
    return select(*MessageRow.__table__.columns).where(
        MessageRow.conversation_id == bindparam("conversation_id", type_=Uuid),
        MessageRow.seq > bindparam("removed_before_seq", type_=BigInteger),
        is_in_sight(bindparam("months", type_=Integer)),
    )


BEYOND = 2**62  # no seq comes this far
LIMIT = bindparam("limit", type_=Integer)
OLDER = _seen().where(MessageRow.seq < bindparam("before", type_=BigInteger))
NEWEST = Statement(OLDER.order_by(MessageRow.seq.desc()).limit(LIMIT))
FOLLOWING = Statement(
    _seen().where(MessageRow.seq > bindparam("after", type_=BigInteger)).order_by(MessageRow.seq).limit(LIMIT)
)
HAS_OLDER = Statement(select(OLDER.exists()))
