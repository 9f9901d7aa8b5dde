from uuid import UUID

from sites import Site

from billing.domain.discount import Discount
from billing.errors import DiscountNotFound, TooManyCodes
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer

TRIES_AN_HOUR, AN_HOUR_SECONDS = 20, 3600


def try_code(uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site, code: str) -> Discount:
    """The discount behind a code that the member typed. Who tries many waits: codes are not found by guessing."""
    with uow:
        may_try = uow.discounts.count_try(member_id, TRIES_AN_HOUR)
        wallet = open_wallet(uow, member_id, site_key, site)
        uow.commit()
    if not may_try:
        raise TooManyCodes(retry_after_seconds=AN_HOUR_SECONDS)
    with uow:
        return find_discount(uow, wallet, wallet.country or site.default_country, code)


def welcome(uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site) -> Discount:
    """The offer to new members. Raises DiscountNotFound for whoever has it no longer."""
    with uow:
        offer = find_offer(uow, open_wallet(uow, member_id, site_key, site))
        uow.commit()
    if offer is None:
        raise DiscountNotFound()
    return offer
