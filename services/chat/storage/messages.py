from collections.abc import Sequence
from typing import Any
from uuid import UUID

from shared.kit.storage.statement import Statement
from sqlalchemy import BigInteger, ColumnElement, Integer, Select, Uuid, bindparam, func, select, update
from sqlalchemy.orm import Session

from chat.domain.conversation import Participant
from chat.domain.hints import Hint
from chat.domain.message import Kind, Message, Photo
from chat.storage.tables import MessageRow


class MessageRepository:
    """Pages of a conversation, in ascending order, as one participant sees it: neither removed nor older than `months`.

    The statements below are compiled once; `scripts/bench chat` measures them.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(self, participant: Participant, months: int, limit: int, before: int | None) -> Sequence[Message]:
        rows = NEWEST.on(self._session, **_history(participant, months), before=before or BEYOND, limit=limit).all()
        return [message_of(row) for row in rows][::-1]

    def following(self, participant: Participant, months: int, limit: int, after: int) -> Sequence[Message]:
        rows = FOLLOWING.on(self._session, **_history(participant, months), after=after, limit=limit).all()
        return [message_of(row) for row in rows]

    def has_older(self, participant: Participant, months: int, than: int) -> bool:
        found: bool = HAS_OLDER.on(self._session, **_history(participant, months), before=than).scalar_one()
        return found

    def give_up_unread(self, participant: Participant) -> list[Message]:
        """Mark the partner's messages that this participant has not read as undelivered. Returns the newly marked."""
        rows = self._session.scalars(
            update(MessageRow)
            .where(
                MessageRow.conversation_id == participant.conversation_id,
                MessageRow.sender_id == participant.partner_id,
                MessageRow.seq > max(participant.read_seq, participant.removed_before_seq),
                MessageRow.undelivered_at.is_(None),
            )
            .values(undelivered_at=func.now())
            .returning(MessageRow)
        )
        return [message_of(row) for row in rows]

    def among(self, conversation_id: UUID, message_ids: Sequence[UUID]) -> list[Message]:
        """The messages of the conversation with one of these ids, in order."""
        found = select(MessageRow).where(MessageRow.conversation_id == conversation_id, MessageRow.id.in_(message_ids))
        return [message_of(row) for row in self._session.scalars(found.order_by(MessageRow.seq))]

    def last(self, conversation_id: UUID, limit: int) -> list[Message]:
        """The newest messages of the conversation, in order."""
        found = select(MessageRow).where(MessageRow.conversation_id == conversation_id)
        newest = self._session.scalars(found.order_by(MessageRow.seq.desc()).limit(limit))
        return [message_of(row) for row in newest][::-1]


def message_of(row: Any) -> Message:
    return Message(
        id=row.id,
        conversation_id=row.conversation_id,
        seq=row.seq,
        sender_id=row.sender_id,
        text=row.text,
        sent_at=row.sent_at,
        kind=Kind(row.kind),
        hints=tuple(Hint(hint) for hint in row.hints),
        gift=row.gift,
        icebreaker=row.icebreaker,
        undelivered_at=row.undelivered_at,
        photo=photo_of(row.photo),
        credits=row.credits,
    )


def photo_of(stored: dict[str, Any] | None) -> Photo | None:
    return Photo(**stored) if stored else None


def is_within_history(months: Any) -> ColumnElement[bool]:
    """Newer than `months`, the history that the site shows."""
    return MessageRow.sent_at > func.now() - func.make_interval(0, months)


def _history(participant: Participant, months: int) -> dict[str, Any]:
    return {
        "conversation_id": participant.conversation_id,
        "removed_before_seq": participant.removed_before_seq,
        "months": months,
    }


def _visible() -> Select[Any]:
    """Messages that a participant still sees: none that they removed, and none older than the history."""
    return select(*MessageRow.__table__.columns).where(
        MessageRow.conversation_id == bindparam("conversation_id", type_=Uuid),
        MessageRow.seq > bindparam("removed_before_seq", type_=BigInteger),
        is_within_history(bindparam("months", type_=Integer)),
    )


BEYOND = 2**62  # above every seq
LIMIT = bindparam("limit", type_=Integer)
OLDER = _visible().where(MessageRow.seq < bindparam("before", type_=BigInteger))
NEWEST = Statement(OLDER.order_by(MessageRow.seq.desc()).limit(LIMIT))
FOLLOWING = Statement(
    _visible().where(MessageRow.seq > bindparam("after", type_=BigInteger)).order_by(MessageRow.seq).limit(LIMIT)
)
HAS_OLDER = Statement(select(OLDER.exists()))
