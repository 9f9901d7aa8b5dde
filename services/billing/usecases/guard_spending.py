from uuid import UUID

from billing.domain.spending import SpendingGuard, SpentTotals
from billing.errors import DailyLimitReached, MonthlyLimitReached, SpendingPaused
from billing.storage import BillingUnit


def guard_spending(uow: BillingUnit, member_id: UUID, currency: str) -> None:
    """Check an order against its member's spending limits, in the transaction that has stored it.

    The row lock of the guard lasts until the commit, so that the second of two orders sees the first.
    Raises SpendingPaused, DailyLimitReached or MonthlyLimitReached.
    """
    locked = uow.spending.lock(member_id, currency)
    if locked is None:
        return
    guard = locked.at(uow.now())
    if guard.paused_until is not None:
        raise SpendingPaused(until=_told(guard))
    _check(guard, uow.spending.spent(member_id, currency))


def _check(guard: SpendingGuard, spent: SpentTotals) -> None:
    for limit, so_far, refusal in (
        (guard.daily.value, spent.today, DailyLimitReached),
        (guard.monthly.value, spent.this_month, MonthlyLimitReached),
    ):
        if limit is not None and so_far > limit:
            raise refusal(limit=limit.text, currency=limit.currency)


def _told(guard: SpendingGuard) -> str:
    return guard.paused_until.date().isoformat() if guard.paused_until else ""
