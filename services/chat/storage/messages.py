from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import BigInteger, ColumnElement, Integer, ScalarSelect, Select, Uuid, bindparam, func, select, update
from sqlalchemy.orm import Session, aliased

from chat.domain.conversation import Participant
from chat.domain.message import Kind, Message
from chat.storage.shown import shown, shown_message_of
from chat.storage.stored import message_of, photo_of, voice_of
from chat.storage.tables import MessageRow, ParticipationRow, RetractedContentRow


class MessageRepository:
    """Pages of a conversation, in ascending order, as one participant sees it: neither removed nor older than `months`.

    The statements below are compiled once; `scripts/bench chat` measures them.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(
        self, participant: Participant, months: int, limit: int, before: int | None, since: int = 0
    ) -> Sequence[Message]:
        given = {**_history(participant, months), "before": before or BEYOND, "since": since}
        rows = NEWEST.on(self._session, **given, limit=limit).all()
        return [shown_message_of(row) for row in rows][::-1]

    def following(self, participant: Participant, months: int, limit: int, after: int) -> Sequence[Message]:
        rows = FOLLOWING.on(self._session, **_history(participant, months), after=after, limit=limit).all()
        return [shown_message_of(row) for row in rows]

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
                MessageRow.kind != Kind.CALL,
            )
            .values(undelivered_at=func.now())
            .returning(MessageRow)
        )
        return [message_of(row) for row in rows]

    def of(self, participant: Participant, message_id: UUID) -> Message | None:
        """One message of the conversation; None for one that the participant removed."""
        found = ONE.on(
            self._session,
            conversation_id=participant.conversation_id,
            removed_before_seq=participant.removed_before_seq,
            message_id=message_id,
        )
        row = found.one_or_none()
        return shown_message_of(row) if row else None

    def shown(self, participant: Participant, months: int, message_id: UUID) -> Message | None:
        """The message, unless the participant has removed it or it is older than the history."""
        row = SHOWN.on(self._session, **_history(participant, months), message_id=message_id).one_or_none()
        return shown_message_of(row) if row else None

    def conversation_of(self, message_id: UUID) -> UUID | None:
        query = select(MessageRow.conversation_id).where(MessageRow.id == message_id)
        found: UUID | None = self._session.scalar(query)
        return found

    def among(self, conversation_id: UUID, message_ids: Sequence[UUID]) -> list[Message]:
        """The messages of the conversation with one of these ids, in order, as evidence."""
        found = _evidence(conversation_id).where(MessageRow.id.in_(message_ids)).order_by(MessageRow.seq)
        return [_unsealed(*row) for row in self._session.execute(found)]

    def around(self, conversation_id: UUID, message_ids: Sequence[UUID], reach: int) -> list[Message]:
        """The messages at most `reach` places from one of these, in order, that a participant has not removed.

        Content that was taken back stays sealed.
        """
        asked = aliased(MessageRow)
        is_near = select(asked.id).where(
            asked.conversation_id == conversation_id,
            asked.id.in_(message_ids),
            MessageRow.seq.between(asked.seq - reach, asked.seq + reach),
        )
        near = select(MessageRow).where(
            MessageRow.conversation_id == conversation_id,
            MessageRow.id.not_in(message_ids),
            MessageRow.seq > removed_from(conversation_id),
            is_near.exists(),
        )
        return [message_of(row) for row in self._session.scalars(near.order_by(MessageRow.seq))]

    def last(self, conversation_id: UUID, limit: int) -> list[Message]:
        """The newest messages of the conversation, in order, as evidence."""
        found = _evidence(conversation_id).order_by(MessageRow.seq.desc()).limit(limit)
        return [_unsealed(*row) for row in self._session.execute(found)][::-1]


def removed_from(conversation_id: UUID) -> ScalarSelect[int]:
    """The last place in the conversation that both participants have removed."""
    removed = select(func.min(ParticipationRow.removed_before_seq))
    return removed.where(ParticipationRow.conversation_id == conversation_id).scalar_subquery()


def _evidence(conversation_id: UUID) -> Select[MessageRow, RetractedContentRow]:
    """Messages, each with its sealed content if it was taken back."""
    return (
        select(MessageRow, RetractedContentRow)
        .outerjoin(RetractedContentRow, RetractedContentRow.message_id == MessageRow.id)
        .where(MessageRow.conversation_id == conversation_id)
    )


def _unsealed(row: MessageRow, sealed: RetractedContentRow | None) -> Message:
    message = message_of(row)
    if sealed is None:
        return message
    return replace(message, text=sealed.text, photo=photo_of(sealed.photo), voice=voice_of(sealed.voice))


def is_within_history(months: Any) -> ColumnElement[bool]:
    """Newer than `months`, the history that the site shows."""
    return MessageRow.sent_at > func.now() - func.make_interval(0, months)


def _history(participant: Participant, months: int) -> dict[str, Any]:
    return {
        "conversation_id": participant.conversation_id,
        "removed_before_seq": participant.removed_before_seq,
        "months": months,
    }


def _of_conversation() -> Select[Any]:
    """Messages that a participant has not removed, with their quotes and reactions."""
    removed_before_seq = bindparam("removed_before_seq", type_=BigInteger)
    return shown(select(*MessageRow.__table__.columns), removed_before_seq).where(
        MessageRow.conversation_id == bindparam("conversation_id", type_=Uuid), MessageRow.seq > removed_before_seq
    )


def _visible() -> Select[Any]:
    """Messages that a participant still sees: none that they removed, and none older than the history."""
    return _of_conversation().where(is_within_history(bindparam("months", type_=Integer)))


BEYOND = 2**62  # above every seq
LIMIT = bindparam("limit", type_=Integer)
OLDER = _visible().where(MessageRow.seq < bindparam("before", type_=BigInteger))
NEWEST = Statement(
    OLDER.where(MessageRow.seq >= bindparam("since", type_=BigInteger)).order_by(MessageRow.seq.desc()).limit(LIMIT)
)
FOLLOWING = Statement(
    _visible().where(MessageRow.seq > bindparam("after", type_=BigInteger)).order_by(MessageRow.seq).limit(LIMIT)
)
HAS_OLDER = Statement(select(OLDER.exists()))
ONE = Statement(_of_conversation().where(MessageRow.id == bindparam("message_id", type_=Uuid)))
SHOWN = Statement(_visible().where(MessageRow.id == bindparam("message_id", type_=Uuid)))
