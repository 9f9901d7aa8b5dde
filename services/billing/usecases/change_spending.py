from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from sites import Site

from billing.domain.spending import Guard, Spent
from billing.ports import BillingUnitOfWork


@dataclass(frozen=True)
class Change:
    """What a member wants otherwise; what is not named stays."""

    daily: tuple[Decimal | None] | None = None
    monthly: tuple[Decimal | None] | None = None
    pause_days: int | None = None


def see_spending(uow: BillingUnitOfWork, member_id: UUID, site: Site) -> tuple[Guard, Spent]:
    with uow:
        currency = _currency_of(uow, member_id, site)
        return uow.spending.find(member_id).at(uow.now()), uow.spending.spent(member_id, currency)


def change_spending(uow: BillingUnitOfWork, member_id: UUID, site: Site, change: Change) -> tuple[Guard, Spent]:
    """Change one's own limits: less at once, more after a day. A pause only grows."""
    with uow:
        now = uow.now()
        uow.spending.open(member_id)
        guard = (uow.spending.lock(member_id) or Guard(member_id)).at(now)
        if change.daily is not None:
            guard = replace(guard, daily=guard.daily.changed(change.daily[0], now))
        if change.monthly is not None:
            guard = replace(guard, monthly=guard.monthly.changed(change.monthly[0], now))
        if change.pause_days is not None:
            guard = guard.paused(now + timedelta(days=change.pause_days))
        uow.spending.keep(guard)
        spent = uow.spending.spent(member_id, _currency_of(uow, member_id, site))
        uow.commit()
    return guard, spent


def _currency_of(uow: BillingUnitOfWork, member_id: UUID, site: Site) -> str:
    """What the member pays in: limits are sums of it."""
    wallet = uow.wallets.find(member_id)
    return site.currency_in(site.country_of(wallet.country if wallet else None))
