from uuid import UUID

from billing.domain.payment import SUPERSEDED, Payment, PaymentStatus
from billing.domain.spending import SpendingGuard, SpentTotals
from billing.errors import DailyLimitReached, MonthlyLimitReached, SpendingPaused
from billing.storage import BillingUnit


def guard_spending(uow: BillingUnit, payment: Payment) -> None:
    """Check an order against its member's spending limits, in the transaction that has stored it.

    Only money that was paid, or is being processed, counts beside the order. Orders that nobody has paid are cancelled,
    the oldest first, when the limits have no room for them and the new one together.

    The row lock of the guard lasts until the commit, so that the second of two orders sees the first.
    Raises SpendingPaused, DailyLimitReached or MonthlyLimitReached.
    """
    member_id, currency = payment.member_id, payment.amount.currency
    locked = uow.spending.lock(member_id, currency)
    if locked is None:
        return
    guard = locked.at(uow.now())
    if guard.paused_until is not None:
        raise SpendingPaused(until=_pause_end(guard))
    unpaid = iter(uow.spending.unpaid(member_id, currency, but=payment.id))
    while (refusal := _exceeded(guard, uow.spending.ordered(member_id, currency))) is not None:
        superseded = next(unpaid, None)
        if superseded is None:
            raise refusal
        uow.payments.advance(superseded, PaymentStatus.CANCELLED, SUPERSEDED)


def check_not_paused(uow: BillingUnit, member_id: UUID, currency: str) -> None:
    """Raise SpendingPaused during a break that the member takes from buying."""
    guard = uow.spending.find(member_id, currency).at(uow.now())
    if guard.paused_until is not None:
        raise SpendingPaused(until=_pause_end(guard))


def breaks_limit(uow: BillingUnit, payment: Payment) -> bool:
    """Whether money that came for a superseded order has no room in its member's limits, in the caller's transaction.

    `payment` is that order, marked as completed. The guard's row was locked before the payment's (`lock_guard`).
    """
    locked = uow.spending.lock(payment.member_id, payment.amount.currency)
    if locked is None:
        return False
    spent = uow.spending.spent(payment.member_id, payment.amount.currency)
    return _exceeded(locked.at(uow.now()), spent) is not None


def lock_guard(uow: BillingUnit, payment: Payment) -> bool:
    """Lock the guard of the payment's member, before the payment itself as `guard_spending` does.

    Returns whether the payment belongs to a superseded order.
    """
    uow.spending.lock(payment.member_id, payment.amount.currency)
    return uow.payments.get(payment.id).failure == SUPERSEDED


def _exceeded(guard: SpendingGuard, sums: SpentTotals) -> DailyLimitReached | MonthlyLimitReached | None:
    for limit, sum_, refusal in (
        (guard.daily.value, sums.today, DailyLimitReached),
        (guard.monthly.value, sums.this_month, MonthlyLimitReached),
    ):
        if limit is not None and sum_ > limit:
            return refusal(limit=limit.text, currency=limit.currency)
    return None


def _pause_end(guard: SpendingGuard) -> str:
    return guard.paused_until.date().isoformat() if guard.paused_until else ""
