from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.kit.db import wake_job
from sqlalchemy import and_, case, func, null, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from chat.storage.tables import ConversationRow, FraudNoticeRow, MemberRow, ParticipationRow
from chat.storage.visibility import ACTIVE


@dataclass(frozen=True)
class FraudNotice:
    """A warning in progress; `told_until` is the last conversation of the batch before."""

    member_id: UUID
    decision_id: UUID
    told_until: UUID | None


@dataclass(frozen=True)
class Contact:
    """A conversation partner. Only reachable ones are warned: neither deleted nor suspended."""

    member_id: UUID
    conversation_id: UUID
    is_reachable: bool


class FraudNoticeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def note(self, member_id: UUID, decision_id: UUID, number: int, *, is_fraud: bool) -> bool:
        """Keep the newest measure about a member. False when a newer one is known already.

        A second decision that upholds the first, such as its confirmation, warns nobody twice.
        """
        fresh = insert(FraudNoticeRow).values(
            member_id=member_id, decision_id=decision_id, number=number, is_active=is_fraud
        )
        goes_on = and_(FraudNoticeRow.is_active, fresh.excluded.is_active)
        noted = fresh.on_conflict_do_update(
            index_elements=[FraudNoticeRow.member_id],
            set_={
                "number": fresh.excluded.number,
                "is_active": fresh.excluded.is_active,
                "decision_id": case((goes_on, FraudNoticeRow.decision_id), else_=fresh.excluded.decision_id),
                "told_until": case((goes_on, FraudNoticeRow.told_until), else_=null()),
                "is_done": and_(goes_on, FraudNoticeRow.is_done),
                "noted_at": func.now(),
            },
            where=FraudNoticeRow.number < fresh.excluded.number,
        )
        wake_job(self._session, "warn_of_fraud")
        return self._session.execute(noted.returning(FraudNoticeRow.member_id)).first() is not None

    def lock_due(self) -> FraudNotice | None:
        """A notice in progress, with its row lock; SKIP LOCKED gives each worker another one."""
        row = self._session.scalars(
            select(FraudNoticeRow)
            .where(FraudNoticeRow.is_active, FraudNoticeRow.is_done.is_(False))
            .order_by(FraudNoticeRow.noted_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        ).one_or_none()
        return FraudNotice(row.member_id, row.decision_id, row.told_until) if row else None

    def contacts(self, notice: FraudNotice, months: int, limit: int) -> Sequence[Contact]:
        """The next members of conversations with a message in the last `months`, by conversation id."""
        partner = aliased(MemberRow)
        query = (
            select(
                ParticipationRow.partner_id.label("member_id"),
                ParticipationRow.conversation_id,
                func.coalesce(and_(partner.state == ACTIVE, ~partner.is_hidden), False).label("is_reachable"),
            )
            .join(ConversationRow, ConversationRow.id == ParticipationRow.conversation_id)
            .outerjoin(partner, partner.member_id == ParticipationRow.partner_id)
            .where(
                ParticipationRow.member_id == notice.member_id,
                ConversationRow.last_message_at > func.now() - func.make_interval(0, months),
            )
        )
        if notice.told_until is not None:
            query = query.where(ParticipationRow.conversation_id > notice.told_until)
        found = self._session.execute(query.order_by(ParticipationRow.conversation_id).limit(limit))
        return [Contact(**row._asdict()) for row in found]

    def advance(self, notice: FraudNotice, until: UUID | None) -> None:
        """Continue after this conversation next time; None when all contacts have been warned."""
        progress = {"is_done": True} if until is None else {"told_until": until}
        self._session.execute(
            update(FraudNoticeRow).where(FraudNoticeRow.member_id == notice.member_id).values(**progress)
        )
