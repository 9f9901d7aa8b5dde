from uuid import UUID

from shared.sites import Site

from billing.domain.discount import Discount
from billing.domain.wallet import Wallet
from billing.storage import BillingUnit
from billing.usecases.check_can_buy import can_buy, check_can_buy
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer


def get_shop(uow: BillingUnit, member_id: UUID, site: Site, code: str | None) -> tuple[Wallet, Discount | None]:
    """The member's wallet and the discount of their prices: of the code they typed, else their offer.

    Without a code prices are answered also to members who cannot buy now, then without a discount. Raises the reason
    why they cannot use the code.
    """
    with uow:
        wallet = open_wallet(uow, member_id, site)
        if code is None:
            discount = find_offer(uow, wallet) if can_buy(uow, wallet, site) else None
        else:
            check_can_buy(uow, wallet, site)
            discount = find_discount(uow, wallet, wallet.country or site.default_country, code)
        uow.commit()
    return wallet, discount
