from uuid import UUID

from sites import Site

from billing.domain.wallet import Wallet
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet


def get_wallet(uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site) -> Wallet:
    """What a member has; who asks before the news of their sign-up came gets the gift all the same."""
    with uow:
        wallet = open_wallet(uow, member_id, site_key, site)
        uow.commit()
    return wallet
