from uuid import UUID

from sites import Site

from billing.domain.discount import Discount
from billing.domain.wallet import Wallet
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet
from billing.usecases.price_with_discount import find_discount, find_offer


def see_shop(
    uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site, code: str | None
) -> tuple[Wallet, Discount | None]:
    """What a member has, and the discount their prices are shown with: the code they gave, else their offer."""
    with uow:
        wallet = open_wallet(uow, member_id, site_key, site)
        if code is None:
            discount = find_offer(uow, wallet)
        else:
            discount = find_discount(uow, wallet, wallet.country or site.default_country, code)
        uow.commit()
    return wallet, discount
