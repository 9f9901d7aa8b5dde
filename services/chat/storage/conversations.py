from collections.abc import Sequence
from typing import Any
from uuid import UUID

from shared.kit.db import in_one_trip
from sqlalchemy import exists, func, not_, select, update
from sqlalchemy.orm import Session, aliased

from chat.domain.conversation import ListedConversation, Participant, Partner
from chat.storage.calls import counts_as_unread
from chat.storage.conversation_statements import FOLLOWING, LISTED, NAMED, PARTICIPANT, TOTAL
from chat.storage.feed import HEAD
from chat.storage.stored import message_of
from chat.storage.tables import ConversationRow, MessageRow, ParticipationRow
from chat.storage.visibility import ACTIVE, no_block


class ConversationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, conversation_id: UUID, member_id: UUID) -> Participant | None:
        """The participant, with the row lock of the conversation held until the transaction ends."""
        locked = select(ConversationRow.id).where(ConversationRow.id == conversation_id).with_for_update()
        if self._session.execute(locked).first() is None:
            return None
        return self.participant(conversation_id, member_id)

    def participant(self, conversation_id: UUID, member_id: UUID) -> Participant | None:
        """None for a conversation that does not exist or is not the member's."""
        row = PARTICIPANT.on(self._session, conversation_id=conversation_id, member_id=member_id).one_or_none()
        return Participant(**row._asdict()) if row else None

    def of_member(self, member_id: UUID, after: UUID | None, limit: int) -> list[UUID]:
        """Some conversations of the member, in the order of their ids."""
        query = select(ParticipationRow.conversation_id).where(ParticipationRow.member_id == member_id)
        if after is not None:
            query = query.where(ParticipationRow.conversation_id > after)
        return list(self._session.scalars(query.order_by(ParticipationRow.conversation_id).limit(limit)))

    def have_both_written(self, member_id: UUID, partner_id: UUID) -> bool:
        first, second = sorted((member_id, partner_id))
        pair = ConversationRow.first_id == first, ConversationRow.second_id == second
        written = [
            exists().where(MessageRow.conversation_id == ConversationRow.id, MessageRow.sender_id == each)
            for each in (first, second)
        ]
        return self._session.scalar(select(ConversationRow.id).where(*pair, *written)) is not None

    def remove_where_blocked(self, member_id: UUID) -> None:
        """Remove the conversations across every block of this member, for both participants."""
        own = aliased(ParticipationRow)
        blocked = select(own.conversation_id).where(
            own.member_id == member_id, not_(no_block(member_id, own.partner_id))
        )
        self._session.execute(
            update(ParticipationRow)
            .where(
                ParticipationRow.conversation_id.in_(blocked), ConversationRow.id == ParticipationRow.conversation_id
            )
            .values(removed_before_seq=ConversationRow.last_seq, unread=0)
            .execution_options(synchronize_session=False)
        )

    def mark_read(self, participant: Participant, member_id: UUID, read_seq: int) -> int | None:
        """The number of unread messages left; None when as much had been read before."""
        reached = min(read_seq, participant.last_seq)
        return self._session.scalars(
            update(ParticipationRow)
            .where(*_is(participant, member_id), ParticipationRow.read_seq < reached)
            .values(read_seq=reached, unread=_unread_after(participant, max(reached, participant.removed_before_seq)))
            .returning(ParticipationRow.unread)
        ).one_or_none()

    def remove(self, participant: Participant, member_id: UUID) -> None:
        self._session.execute(
            update(ParticipationRow)
            .where(*_is(participant, member_id))
            .values(removed_before_seq=participant.last_seq, unread=0)
        )

    def change(self, participant: Participant, member_id: UUID, *, is_muted: bool, is_archived: bool) -> None:
        self._session.execute(
            update(ParticipationRow)
            .where(*_is(participant, member_id))
            .values(is_muted=is_muted, is_archived=is_archived)
        )

    def listed(
        self, member_id: UUID, months: int, limit: int, before: UUID | None = None
    ) -> tuple[Sequence[ListedConversation], int, int]:
        """The latest conversations, or those after `before`; the unread messages of all; the position of the feed."""
        # The position is read first: an event after it may be in the list already, but none is missing from both.
        head, rows, [(total,)] = in_one_trip(
            self._session,
            HEAD.with_(member_id=member_id),
            FOLLOWING.with_(member_id=member_id, months=months, limit=limit, before=before)
            if before
            else LISTED.with_(member_id=member_id, months=months, limit=limit),
            TOTAL.with_(member_id=member_id),
        )
        return [_listed(row) for row in rows], total, head[0].position if head else 0

    def named(self, member_id: UUID, months: int, limit: int, name: str) -> list[ListedConversation]:
        """The latest conversations with visible partners who have this in their name, without capitals and accents."""
        rows = NAMED.on(self._session, member_id=member_id, months=months, limit=limit, name=name).all()
        return [_listed(row) for row in rows]

    def total_unread(self, member_id: UUID) -> int:
        total: int = TOTAL.on(self._session, member_id=member_id).scalar_one()
        return total


def _listed(row: Any) -> ListedConversation:
    return ListedConversation(
        conversation_id=row.in_conversation,
        partner_id=row.partner_id,
        unread=row.unread,
        updated_at=row.updated_at,
        last_message=message_of(row) if row.shown else None,
        partner=_partner(row),
        is_muted=row.is_muted,
        is_archived=row.is_archived,
    )


def _partner(row: Any) -> Partner:
    is_gone = row.partner_state != ACTIVE or row.partner_is_hidden
    if is_gone and row.partner_is_closed_for_fraud:
        return Partner.FRAUD
    if row.partner_state != ACTIVE:
        return Partner.DELETED
    if row.partner_is_hidden:
        return Partner.DISABLED
    is_awaited = row.starter_id == row.partner_id and not row.partner_is_confirmed
    return Partner.NOT_CONFIRMED if is_awaited else Partner.HERE


def _unread_after(participant: Participant, seq: int) -> Any:
    return (
        select(func.count())
        .select_from(MessageRow)
        .where(
            MessageRow.conversation_id == participant.conversation_id,
            MessageRow.seq > seq,
            MessageRow.sender_id == participant.partner_id,
            counts_as_unread(),
        )
        .scalar_subquery()
    )


def _is(participant: Participant, member_id: UUID) -> tuple[Any, Any]:
    return ParticipationRow.conversation_id == participant.conversation_id, ParticipationRow.member_id == member_id
