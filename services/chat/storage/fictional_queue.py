from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import and_, delete, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from chat.domain.fictional_queue import LEASE_LASTS, WaitingConversation
from chat.storage.tables import FictionalLeaseRow, MemberRow, MessageRow, ParticipationRow
from chat.storage.visibility import ACTIVE, is_visible


class FictionalQueueRepository:
    """Conversations with the fictional profiles of a pool, and the leases of writers on them.

    A writer sees no conversation of their own as a member.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def waiting(self, pool: int, writer_id: UUID, own_ids: Collection[UUID], limit: int) -> list[WaitingConversation]:
        """Those whose member waits for an answer and can get one, the longest wait first."""
        own, fictional, member = ParticipationRow, aliased(MemberRow), aliased(MemberRow)
        lease = FictionalLeaseRow
        unanswered = (
            select(func.min(MessageRow.sent_at))
            .where(
                MessageRow.conversation_id == own.conversation_id,
                MessageRow.sender_id == own.partner_id,
                MessageRow.seq > own.read_seq,
            )
            .scalar_subquery()
        )
        is_taken = exists().where(
            lease.conversation_id == own.conversation_id, lease.writer_id != writer_id, lease.expires_at > func.now()
        )
        query = (
            select(
                own.conversation_id,
                own.member_id,
                fictional.name,
                own.partner_id,
                member.name,
                own.unread,
                unanswered.label("since"),
                is_taken,
            )
            .join(fictional, and_(fictional.member_id == own.member_id, fictional.is_fictional))
            .join(member, member.member_id == own.partner_id)
            .where(
                own.unread > 0,
                own.partner_id.not_in(own_ids),
                fictional.pool == pool,
                fictional.state == ACTIVE,
                ~fictional.is_hidden,
                is_visible(own.member_id, own.partner_id),
            )
            .order_by("since", own.conversation_id)
            .limit(limit)
        )
        return [WaitingConversation(*row) for row in self._session.execute(query)]

    def fictional_of(
        self, conversation_id: UUID, pool: int, own_ids: Collection[UUID], *, waits: bool = False
    ) -> tuple[UUID, UUID] | None:
        """The fictional profile and the member of a conversation; None for another one, and for the writer's own, and
        with `waits` for one whose member has nothing unanswered."""
        own, fictional = ParticipationRow, aliased(MemberRow)
        conditions = [own.conversation_id == conversation_id, fictional.pool == pool, own.partner_id.not_in(own_ids)]
        if waits:
            conditions.append(own.unread > 0)
        found = self._session.execute(
            select(own.member_id, own.partner_id)
            .join(fictional, and_(fictional.member_id == own.member_id, fictional.is_fictional))
            .where(*conditions)
        ).first()
        return (found[0], found[1]) if found else None

    def take(self, conversation_id: UUID, writer_id: UUID) -> datetime | None:
        """Take or prolong the lease. Returns its end; None while another writer has it."""
        lease = FictionalLeaseRow
        expires_at = func.now() + LEASE_LASTS
        taken = (
            insert(lease)
            .values(conversation_id=conversation_id, writer_id=writer_id, expires_at=expires_at)
            .on_conflict_do_update(
                index_elements=[lease.conversation_id],
                set_={"writer_id": writer_id, "expires_at": expires_at},
                where=or_(lease.writer_id == writer_id, lease.expires_at <= func.now()),
            )
            .returning(lease.expires_at)
        )
        return self._session.scalar(taken)

    def give_back(self, conversation_id: UUID, writer_id: UUID) -> bool:
        """End this writer's lease. False when it is over, or another writer's."""
        lease = FictionalLeaseRow
        ended = delete(lease).where(
            lease.conversation_id == conversation_id, lease.writer_id == writer_id, lease.expires_at > func.now()
        )
        return self._session.execute(ended.returning(lease.conversation_id)).first() is not None
