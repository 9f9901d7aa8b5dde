from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from billing.domain.payment import Status
from billing.domain.spending import Guard, Limit, Spent
from billing.storage.tables import PaymentRow, SpendingGuardRow

COLUMNS = (
    SpendingGuardRow.daily,
    SpendingGuardRow.daily_next,
    SpendingGuardRow.daily_next_from,
    SpendingGuardRow.monthly,
    SpendingGuardRow.monthly_next,
    SpendingGuardRow.monthly_next_from,
    SpendingGuardRow.paused_until,
)
# What is under way may still be paid, so it counts until it is known to have come to nothing.
NEVER_PAID = (Status.FAILED, Status.CANCELLED, Status.EXPIRED)


class SpendingRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, member_id: UUID) -> Guard:
        row = self._session.execute(select(*COLUMNS).where(SpendingGuardRow.member_id == member_id)).one_or_none()
        return _guard(member_id, row) if row else Guard(member_id)

    def open(self, member_id: UUID) -> None:
        self._session.execute(insert(SpendingGuardRow).values(member_id=member_id).on_conflict_do_nothing())

    def lock(self, member_id: UUID) -> Guard | None:
        row = self._session.execute(
            update(SpendingGuardRow)
            .where(SpendingGuardRow.member_id == member_id)
            .values(checked_at=func.clock_timestamp())
            .returning(*COLUMNS)
            .execution_options(synchronize_session=False)
        ).one_or_none()
        return _guard(member_id, row) if row else None

    def keep(self, guard: Guard) -> None:
        values = {
            "daily": guard.daily.value,
            "daily_next": guard.daily.next,
            "daily_next_from": guard.daily.next_from,
            "monthly": guard.monthly.value,
            "monthly_next": guard.monthly.next,
            "monthly_next_from": guard.monthly.next_from,
            "paused_until": guard.paused_until,
        }
        self._session.execute(
            update(SpendingGuardRow)
            .where(SpendingGuardRow.member_id == guard.member_id)
            .values(**values)
            .execution_options(synchronize_session=False)
        )

    def spent(self, member_id: UUID, currency: str) -> Spent:
        month = func.date_trunc("month", func.now())
        today = PaymentRow.created_at >= func.date_trunc("day", func.now())
        row = self._session.execute(
            select(
                func.coalesce(func.sum(PaymentRow.amount).filter(today), 0),
                func.coalesce(func.sum(PaymentRow.amount), 0),
            ).where(
                PaymentRow.member_id == member_id,
                PaymentRow.currency == currency,
                PaymentRow.created_at >= month,
                PaymentRow.status.not_in(NEVER_PAID),
            )
        ).one()
        return Spent(row[0], row[1], currency)


def _guard(member_id: UUID, row: Any) -> Guard:
    daily, daily_next, daily_from, monthly, monthly_next, monthly_from, paused_until = row
    return Guard(
        member_id, Limit(daily, daily_next, daily_from), Limit(monthly, monthly_next, monthly_from), paused_until
    )
