from uuid import UUID

from billing.domain.spending import Guard, Spent
from billing.errors import DailyLimitReached, MonthlyLimitReached, SpendingPaused
from billing.ports import BillingUnitOfWork


def guard_spending(uow: BillingUnitOfWork, member_id: UUID, currency: str) -> None:
    """Let an order pass that its member's own limits leave room for, in the transaction that has stored it.

    The guard's row stays locked until it is committed: of two orders at once, the second sees the first.
    """
    locked = uow.spending.lock(member_id)
    if locked is None:
        return
    guard = locked.at(uow.now())
    if guard.paused_until is not None:
        raise SpendingPaused(until=_told(guard))
    _check(guard, uow.spending.spent(member_id, currency))


def _check(guard: Guard, spent: Spent) -> None:
    for limit, so_far, refusal in (
        (guard.daily.value, spent.today, DailyLimitReached),
        (guard.monthly.value, spent.this_month, MonthlyLimitReached),
    ):
        if limit is not None and so_far > limit:
            raise refusal(limit=f"{limit:.2f}", currency=spent.currency)


def _told(guard: Guard) -> str:
    return guard.paused_until.date().isoformat() if guard.paused_until else ""
