from collections.abc import Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from shared.sites import PAYMENT_METHODS, Money
from sqlalchemy import ColumnElement, Numeric, and_, cast, func, select, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import PaymentStatus
from billing.domain.spending import SpendingGuard, SpendingLimit, SpentTotals
from billing.storage.tables import PaymentRow, SpendingGuardRow

NEVER_PAID = (PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED)
# Its checkout page is open and nobody has paid there. With a saved method there is no page: the provider is debiting.
# A bank transfer may be on its way: it counts, and no other order cancels it.
IS_UNPAID = and_(
    PaymentRow.status == PaymentStatus.OPEN,
    PaymentRow.saved_method_id.is_(None),
    PaymentRow.method.not_in([method.name for method in PAYMENT_METHODS.values() if method.is_paid_later]),
)
KEPT = PaymentRow.amount - cast(PaymentRow.returned_minor, Numeric(14, 2)) / 100
THIS_MONTH = func.date_trunc("month", func.now())


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
        """Sums of what was paid, or is being processed, less what has gone back."""
        return self._sums(member_id, currency, ~IS_UNPAID)

    def ordered(self, member_id: UUID, currency: str) -> SpentTotals:
        """Sums of all orders that were paid or may still be, less what has gone back."""
        return self._sums(member_id, currency, true())

    def unpaid(self, member_id: UUID, currency: str, but: UUID) -> Sequence[UUID]:
        """Unpaid orders of this month, the oldest first."""
        return self._session.scalars(
            select(PaymentRow.id)
            .where(
                PaymentRow.member_id == member_id,
                PaymentRow.currency == currency,
                PaymentRow.created_at >= THIS_MONTH,
                PaymentRow.id != but,
                IS_UNPAID,
            )
            .order_by(PaymentRow.created_at, PaymentRow.id)
        ).all()

    def _sums(self, member_id: UUID, currency: str, counts: ColumnElement[bool]) -> SpentTotals:
        is_today = PaymentRow.created_at >= func.date_trunc("day", func.now())
        row = self._session.execute(
            select(
                func.coalesce(func.sum(KEPT).filter(is_today), 0).label("today"),
                func.coalesce(func.sum(KEPT), 0).label("this_month"),
            ).where(
                PaymentRow.member_id == member_id,
                PaymentRow.currency == currency,
                PaymentRow.created_at >= THIS_MONTH,
                PaymentRow.status.not_in(NEVER_PAID),
                counts,
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
