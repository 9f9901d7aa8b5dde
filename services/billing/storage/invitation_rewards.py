from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import case, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from billing.domain.invitation_reward import InvitationReward, RewardReason, RewardState, RewardTotals
from billing.domain.payment import PaymentStatus
from billing.storage.tables import DirectDebitRow, InvitationRewardRow, PaymentRow

COLUMNS = (
    InvitationRewardRow.member_id,
    InvitationRewardRow.inviter_id,
    InvitationRewardRow.site,
    InvitationRewardRow.credits,
    InvitationRewardRow.days,
    InvitationRewardRow.state,
    InvitationRewardRow.reason,
    InvitationRewardRow.payment_id,
)
IS_DUE = (InvitationRewardRow.state == RewardState.PENDING, InvitationRewardRow.due_at <= func.now())
A_MONTH = timedelta(days=30)


class InvitationRewardRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add_once(self, reward: InvitationReward) -> None:
        self._session.execute(
            insert(InvitationRewardRow)
            .values(
                member_id=reward.member_id,
                inviter_id=reward.inviter_id,
                site=reward.site,
                credits=reward.credits,
                days=reward.days,
                state=reward.state,
                reason=reward.reason,
            )
            .on_conflict_do_nothing()
        )

    def first_payment(self, member_id: UUID) -> UUID | None:
        """The member's first completed payment."""
        return self._session.scalar(
            select(PaymentRow.id)
            .where(PaymentRow.member_id == member_id, PaymentRow.status == PaymentStatus.COMPLETED)
            .order_by(PaymentRow.decided_at)
            .limit(1)
        )

    def schedule(self, member_id: UUID, payment_id: UUID) -> None:
        """Make the reward for this member due, counted from this payment, unless an earlier one did."""
        decided_at = select(PaymentRow.decided_at).where(PaymentRow.id == payment_id).scalar_subquery()
        self._session.execute(
            update(InvitationRewardRow)
            .where(InvitationRewardRow.member_id == member_id, InvitationRewardRow.due_at.is_(None))
            .values(
                payment_id=payment_id,
                due_at=func.coalesce(decided_at, func.now()) + func.make_interval(0, 0, 0, InvitationRewardRow.days),
            )
        )

    def due(self, limit: int) -> Sequence[InvitationReward]:
        rows = self._session.execute(select(*COLUMNS).where(*IS_DUE).order_by(InvitationRewardRow.due_at).limit(limit))
        return [_reward(row) for row in rows]

    def lock_due(self, member_id: UUID) -> InvitationReward | None:
        """The reward, locked, if it is still due and no other worker has locked it (SKIP LOCKED)."""
        due = select(*COLUMNS).where(InvitationRewardRow.member_id == member_id, *IS_DUE)
        row = self._session.execute(due.with_for_update(skip_locked=True)).one_or_none()
        return _reward(row) if row else None

    def lock_held(self, site: str, member_id: UUID) -> InvitationReward | None:
        held = select(*COLUMNS).where(
            InvitationRewardRow.member_id == member_id,
            InvitationRewardRow.site == site,
            InvitationRewardRow.state == RewardState.HELD,
        )
        row = self._session.execute(held.with_for_update()).one_or_none()
        return _reward(row) if row else None

    def held(self, site: str, limit: int) -> Sequence[InvitationReward]:
        """The held rewards of a site, the longest due first."""
        rows = self._session.execute(
            select(*COLUMNS)
            .where(InvitationRewardRow.site == site, InvitationRewardRow.state == RewardState.HELD)
            .order_by(InvitationRewardRow.due_at)
            .limit(limit)
        )
        return [_reward(row) for row in rows]

    def decide(self, member_id: UUID, state: RewardState, reason: RewardReason | None, by: UUID | None = None) -> None:
        self._session.execute(
            update(InvitationRewardRow)
            .where(InvitationRewardRow.member_id == member_id)
            .values(state=state, reason=reason, decided_at=func.now(), decided_by=by)
        )

    def paid_this_month(self, inviter_id: UUID) -> int:
        """The rewards paid to this member in the last thirty days."""
        paid = select(func.count()).where(
            InvitationRewardRow.inviter_id == inviter_id,
            InvitationRewardRow.state == RewardState.PAID,
            InvitationRewardRow.decided_at > func.now() - A_MONTH,
        )
        return self._session.scalar(paid) or 0

    def totals(self, inviter_id: UUID) -> RewardTotals:
        is_paid = InvitationRewardRow.state == RewardState.PAID
        has_bought = InvitationRewardRow.due_at.is_not(None)
        is_open = InvitationRewardRow.state.in_((RewardState.PENDING, RewardState.HELD))
        row = self._session.execute(
            select(
                func.count().filter(is_open, has_bought),
                func.count().filter(is_paid),
                func.coalesce(func.sum(case((is_paid, InvitationRewardRow.credits), else_=0)), 0),
            ).where(InvitationRewardRow.inviter_id == inviter_id)
        ).one()
        return RewardTotals(row[0], row[1], row[2])

    def share_an_account(self, member_id: UUID, other_id: UUID) -> bool:
        """Whether both have given the same bank account or telephone for direct debit."""
        one, other = aliased(DirectDebitRow), aliased(DirectDebitRow)
        shared = (
            select(one.id)
            .join(other, or_(one.iban_hash == other.iban_hash, one.phone_hash == other.phone_hash))
            .where(one.member_id == member_id, other.member_id == other_id)
            .limit(1)
        )
        return self._session.scalar(shared) is not None


def _reward(row: Any) -> InvitationReward:
    values = dict(row._mapping)
    state, reason = RewardState(values.pop("state")), values.pop("reason")
    return InvitationReward(state=state, reason=RewardReason(reason) if reason else None, **values)
