from typing import NamedTuple
from uuid import UUID

from shared.kit.core import Refusal
from shared.sites import Site

from billing.domain.discount import Discount
from billing.domain.wallet import Wallet
from billing.storage import BillingUnit
from billing.usecases.check_can_buy import check_can_buy, why_not_to_buy
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer


class Shop(NamedTuple):
    """The member's wallet, the discount of their prices, and the refusal that any order of theirs would get now."""

    wallet: Wallet
    discount: Discount | None
    refusal: Refusal | None


def get_shop(uow: BillingUnit, member_id: UUID, site: Site, code: str | None) -> Shop:
    """The shop as the member finds it, with the discount of the code they typed, else their offer.

    Without a code prices are answered also to members who cannot buy now, then without a discount. Raises the reason
    why they cannot use the code.
    """
    with uow:
        wallet = open_wallet(uow, member_id, site)
        refusal = None
        if code is None:
            refusal = why_not_to_buy(uow, wallet, site)
            discount = find_offer(uow, wallet) if refusal is None else None
        else:
            check_can_buy(uow, wallet, site)
            discount = find_discount(uow, wallet, wallet.country or site.default_country, code)
        uow.commit()
    return Shop(wallet, discount, refusal)
