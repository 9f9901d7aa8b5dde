from uuid import UUID

from shared.sites import Site

from billing.domain.wallet import Wallet
from billing.storage import BillingUnit
from billing.usecases.open_wallet import open_wallet


def get_wallet(uow: BillingUnit, member_id: UUID, site: Site) -> Wallet:
    """The member's wallet; opened with the gift if MemberSignedUp has not arrived yet."""
    with uow:
        wallet = open_wallet(uow, member_id, site)
        uow.commit()
    return wallet
