from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from shared.sites import Money, Site

from billing.domain.spending import SpendingGuard, SpentTotals
from billing.storage import BillingUnit


@dataclass(frozen=True)
class SpendingChange:
    """A change of limits; None leaves a limit as it is, a tuple of None removes it."""

    daily: tuple[Money | None] | None = None
    monthly: tuple[Money | None] | None = None
    pause_days: int | None = None


def get_spending_limits(uow: BillingUnit, member_id: UUID, site: Site) -> tuple[SpendingGuard, SpentTotals]:
    with uow:
        currency = _currency_of(uow, member_id, site)
        return uow.spending.find(member_id, currency).at(uow.now()), uow.spending.spent(member_id, currency)


def currency_of(uow: BillingUnit, member_id: UUID, site: Site) -> str:
    """The currency a member pays in, and so the one of their limits."""
    with uow:
        return _currency_of(uow, member_id, site)


def change_spending(
    uow: BillingUnit, member_id: UUID, currency: str, change: SpendingChange
) -> tuple[SpendingGuard, SpentTotals]:
    """Change one's own limits: less at once, more after a day. A pause only grows."""
    with uow:
        now = uow.now()
        uow.spending.open(member_id)
        guard = (uow.spending.lock(member_id, currency) or SpendingGuard(member_id)).at(now)
        if change.daily is not None:
            guard = replace(guard, daily=guard.daily.changed(change.daily[0], now))
        if change.monthly is not None:
            guard = replace(guard, monthly=guard.monthly.changed(change.monthly[0], now))
        if change.pause_days is not None:
            guard = guard.paused(now + timedelta(days=change.pause_days))
        uow.spending.keep(guard)
        spent = uow.spending.spent(member_id, currency)
        uow.commit()
    return guard, spent


def _currency_of(uow: BillingUnit, member_id: UUID, site: Site) -> str:
    wallet = uow.wallets.find(member_id)
    return site.currency_in(site.country_of(wallet.country if wallet else None))
