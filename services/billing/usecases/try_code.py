from uuid import UUID

from sites import Site

from billing.domain.discount import Discount
from billing.errors import DiscountNotFound
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer


def try_code(uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site, code: str) -> Discount:
    """The discount behind a code that the member typed."""
    with uow:
        wallet = open_wallet(uow, member_id, site_key, site)
        uow.commit()
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
