from decimal import Decimal
from typing import Any
from uuid import UUID

from shared.sites import Money
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import PaymentStatus
from billing.domain.spending import SpendingGuard, SpendingLimit, SpentTotals
from billing.storage.tables import PaymentRow, SpendingGuardRow

# A payment under way may still be completed, so it counts until it has failed.
NEVER_PAID = (PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED)


class SpendingRepository:
    """Limits are stored as numbers: they are sums of the currency that the member pays in, which callers pass."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, member_id: UUID, currency: str) -> SpendingGuard:
        row = self._session.scalars(
            select(SpendingGuardRow).where(SpendingGuardRow.member_id == member_id)
        ).one_or_none()
        return _guard(row, currency) if row else SpendingGuard(member_id)

    def open(self, member_id: UUID) -> None:
        """Without limits, unless there is one already."""
        self._session.execute(insert(SpendingGuardRow).values(member_id=member_id).on_conflict_do_nothing())

    def lock(self, member_id: UUID, currency: str) -> SpendingGuard | None:
        """The guard; the member's other orders wait for this transaction. None when there is no guard."""
        row = self._session.scalars(
            update(SpendingGuardRow)
            .where(SpendingGuardRow.member_id == member_id)
            .values(checked_at=func.clock_timestamp())
            .returning(SpendingGuardRow)
            .execution_options(synchronize_session=False)
        ).one_or_none()
        return _guard(row, currency) if row else None

    def keep(self, guard: SpendingGuard) -> None:
        self._session.execute(
            update(SpendingGuardRow)
            .where(SpendingGuardRow.member_id == guard.member_id)
            .values(
                daily=_number(guard.daily.value),
                daily_next=_number(guard.daily.next),
                daily_next_from=guard.daily.next_from,
                monthly=_number(guard.monthly.value),
                monthly_next=_number(guard.monthly.next),
                monthly_next_from=guard.monthly.next_from,
                paused_until=guard.paused_until,
            )
            .execution_options(synchronize_session=False)
        )

    def spent(self, member_id: UUID, currency: str) -> SpentTotals:
        month = func.date_trunc("month", func.now())
        is_today = PaymentRow.created_at >= func.date_trunc("day", func.now())
        row = self._session.execute(
            select(
                func.coalesce(func.sum(PaymentRow.amount).filter(is_today), 0).label("today"),
                func.coalesce(func.sum(PaymentRow.amount), 0).label("this_month"),
            ).where(
                PaymentRow.member_id == member_id,
                PaymentRow.currency == currency,
                PaymentRow.created_at >= month,
                PaymentRow.status.not_in(NEVER_PAID),
            )
        ).one()
        return SpentTotals(Money.of(Decimal(row.today), currency), Money.of(Decimal(row.this_month), currency))


def _guard(row: Any, currency: str) -> SpendingGuard:
    return SpendingGuard(
        row.member_id,
        SpendingLimit(_money(row.daily, currency), _money(row.daily_next, currency), row.daily_next_from),
        SpendingLimit(_money(row.monthly, currency), _money(row.monthly_next, currency), row.monthly_next_from),
        row.paused_until,
    )


def _money(number: Decimal | None, currency: str) -> Money | None:
    return None if number is None else Money.of(number, currency)


def _number(money: Money | None) -> Decimal | None:
    return None if money is None else money.value
