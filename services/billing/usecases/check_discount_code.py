from uuid import UUID

from shared.sites import Site

from billing.domain.discount import Discount
from billing.errors import DiscountNotFound
from billing.storage import BillingUnit
from billing.usecases.check_can_buy import check_can_buy
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer


def check_discount_code(uow: BillingUnit, member_id: UUID, site: Site, code: str) -> Discount:
    """Find the discount of a code that the member typed.

    Raises the reason why they cannot use it; during a break from buying that is the break, for every code alike.
    """
    with uow:
        wallet = open_wallet(uow, member_id, site)
        uow.commit()
    with uow:
        check_can_buy(uow, wallet, site)
        return find_discount(uow, wallet, wallet.country or site.default_country, code)


def welcome(uow: BillingUnit, member_id: UUID, site: Site) -> Discount:
    """The offer to new members. Raises DiscountNotFound or a refusal of `check_can_buy` if they cannot use it."""
    with uow:
        wallet = open_wallet(uow, member_id, site)
        check_can_buy(uow, wallet, site)
        offer = find_offer(uow, wallet)
        uow.commit()
    if offer is None:
        raise DiscountNotFound()
    return offer
