from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from servicekit.storage.statement import Statement, in_one_trip
from sqlalchemy import ClauseElement, Integer, Select, Uuid, and_, bindparam, func, not_, or_, select, update
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.orm import Session, aliased
from sqlalchemy.sql.dml import ReturningInsert

from chat.domain.conversation import Partner
from chat.ports import Listed, Side
from chat.storage.feed import HEAD
from chat.storage.messages import is_in_sight, message_of
from chat.storage.tables import ConversationRow, MemberRow, MessageRow, ParticipationRow
from chat.storage.visibility import ACTIVE, is_visible, no_block


def advance() -> ReturningInsert[int, datetime]:
    """Takes the next place of a conversation; the first begins it."""
    at = func.clock_timestamp()
    # A concurrent send makes this wait for it, and take the place after. A message is never older than the last.
    return (
        insert(ConversationRow)
        .values(
            id=bindparam("conversation_id"),
            first_id=bindparam("first_id"),
            second_id=bindparam("second_id"),
            starter_id=bindparam("sender_id"),
            last_seq=1,
            last_message_at=at,
        )
        .on_conflict_do_update(
            index_elements=[ConversationRow.id],
            set_={
                "last_seq": ConversationRow.last_seq + 1,
                "last_message_at": func.greatest(ConversationRow.last_message_at, at),
            },
        )
        .returning(ConversationRow.last_seq, ConversationRow.last_message_at)
    )


def count_message() -> Insert:
    """Counts a message for both sides."""

    def side(member: str, partner: str, unread: int) -> dict[str, Any]:
        return {
            "conversation_id": bindparam("conversation_id"),
            "member_id": bindparam(member),
            "partner_id": bindparam(partner),
            "unread": unread,
            "updated_at": bindparam("sent_at"),
        }

    row = insert(ParticipationRow).values(
        [side("sender_id", "recipient_id", unread=0), side("recipient_id", "sender_id", unread=1)]
    )
    return row.on_conflict_do_update(
        index_elements=[ParticipationRow.conversation_id, ParticipationRow.member_id],
        set_={"unread": ParticipationRow.unread + row.excluded.unread, "updated_at": row.excluded.updated_at},
    )


MEMBER = bindparam("member_id", type_=Uuid)


class ConversationRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock(self, conversation_id: UUID, member_id: UUID) -> Side | None:
        locked = select(ConversationRow.id).where(ConversationRow.id == conversation_id).with_for_update()
        if self._session.execute(locked).first() is None:
            return None
        return self.side(conversation_id, member_id)

    def side(self, conversation_id: UUID, member_id: UUID) -> Side | None:
        row = SIDE.on(self._session, conversation_id=conversation_id, member_id=member_id).one_or_none()
        return Side(conversation_id, *tuple(row)) if row else None

    def of_member(self, member_id: UUID, after: UUID | None, limit: int) -> list[UUID]:
        query = select(ParticipationRow.conversation_id).where(ParticipationRow.member_id == member_id)
        if after is not None:
            query = query.where(ParticipationRow.conversation_id > after)
        return list(self._session.scalars(query.order_by(ParticipationRow.conversation_id).limit(limit)))

    def remove_where_blocked(self, member_id: UUID) -> None:
        """For both sides of every block this member is in."""
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

    def mark_read(self, side: Side, member_id: UUID, read_seq: int) -> int | None:
        reached = min(read_seq, side.last_seq)
        return self._session.scalars(
            update(ParticipationRow)
            .where(*_of(side, member_id), ParticipationRow.read_seq < reached)
            .values(read_seq=reached, unread=_unread_after(side, max(reached, side.removed_before_seq)))
            .returning(ParticipationRow.unread)
        ).one_or_none()

    def remove(self, side: Side, member_id: UUID) -> None:
        self._session.execute(
            update(ParticipationRow).where(*_of(side, member_id)).values(removed_before_seq=side.last_seq, unread=0)
        )

    def listed(
        self, member_id: UUID, months: int, limit: int, before: UUID | None = None
    ) -> tuple[Sequence[Listed], int, int]:
        # The position first: what is told after it may be in the list already, but nothing is in neither.
        head, rows, [(total,)] = in_one_trip(
            self._session,
            HEAD.with_(member_id=member_id),
            FOLLOWING.with_(member_id=member_id, months=months, limit=limit, before=before)
            if before
            else LISTED.with_(member_id=member_id, months=months, limit=limit),
            TOTAL.with_(member_id=member_id),
        )
        listed = [
            Listed(
                row.in_conversation,
                row.partner_id,
                row.unread,
                row.updated_at,
                message_of(row) if row.shown else None,
                _partner(row),
            )
            for row in rows
        ]
        return listed, total, head[0].position if head else 0

    def total_unread(self, member_id: UUID) -> int:
        total: int = TOTAL.on(self._session, member_id=member_id).scalar_one()
        return total


def total_unread(member_id: Any) -> Select[int]:
    """Over everyone whom this member may see: what is hidden is not counted either."""
    return select(func.coalesce(func.sum(ParticipationRow.unread), 0)).where(
        ParticipationRow.member_id == member_id,
        ParticipationRow.unread > 0,
        is_visible(ParticipationRow.member_id, ParticipationRow.partner_id),
    )


def _side() -> ClauseElement:
    own, partner = aliased(ParticipationRow), aliased(ParticipationRow)
    return (
        select(
            own.partner_id,
            own.read_seq,
            partner.read_seq,
            own.removed_before_seq,
            own.unread,
            ConversationRow.last_seq,
        )
        .join(ConversationRow, ConversationRow.id == own.conversation_id)
        .join(partner, and_(partner.conversation_id == own.conversation_id, partner.member_id == own.partner_id))
        .where(own.conversation_id == bindparam("conversation_id", type_=Uuid), own.member_id == MEMBER)
    )


def _partner(row: Any) -> Partner:
    if row.partner_state != ACTIVE:
        return Partner.DELETED
    if row.partner_is_hidden:
        return Partner.DISABLED
    is_awaited = row.starter_id == row.partner_id and not row.partner_is_confirmed
    return Partner.NOT_CONFIRMED if is_awaited else Partner.HERE


def _listed() -> Select[Any]:
    own, partner = ParticipationRow, aliased(MemberRow)
    return (
        select(
            own.conversation_id.label("in_conversation"),
            own.partner_id,
            own.unread,
            own.updated_at,
            is_in_sight(bindparam("months", type_=Integer)).label("shown"),
            ConversationRow.starter_id,
            partner.state.label("partner_state"),
            partner.is_hidden.label("partner_is_hidden"),
            partner.is_confirmed.label("partner_is_confirmed"),
            *MessageRow.__table__.columns,
        )
        .join(ConversationRow, ConversationRow.id == own.conversation_id)
        .join(
            MessageRow,
            and_(
                MessageRow.conversation_id == ConversationRow.id,
                MessageRow.seq == ConversationRow.last_seq,
                MessageRow.seq > own.removed_before_seq,
            ),
        )
        .join(partner, partner.member_id == own.partner_id)
        # Who left or was taken away stays in the list without a name; who is kept apart by a block does not.
        .where(own.member_id == MEMBER, no_block(own.member_id, own.partner_id))
        .order_by(own.updated_at.desc(), own.conversation_id)
        .limit(bindparam("limit", type_=Integer))
    )


def _following() -> Select[Any]:
    """Where that one stands by now: whoever asks again finds all, and some perhaps twice."""
    own, last = ParticipationRow, aliased(ParticipationRow)
    is_last = and_(last.member_id == own.member_id, last.conversation_id == bindparam("before", type_=Uuid))
    follows = or_(
        own.updated_at < last.updated_at,
        and_(own.updated_at == last.updated_at, own.conversation_id > last.conversation_id),
    )
    return _listed().join(last, is_last).where(follows)


def _unread_after(side: Side, seq: int) -> Any:
    return (
        select(func.count())
        .select_from(MessageRow)
        .where(
            MessageRow.conversation_id == side.conversation_id,
            MessageRow.seq > seq,
            MessageRow.sender_id == side.partner_id,
        )
        .scalar_subquery()
    )


def _of(side: Side, member_id: UUID) -> tuple[Any, Any]:
    return ParticipationRow.conversation_id == side.conversation_id, ParticipationRow.member_id == member_id


SIDE, LISTED, FOLLOWING, TOTAL = (
    Statement(built) for built in (_side(), _listed(), _following(), total_unread(MEMBER))
)
