from uuid import UUID

from sites import Site

from billing.domain.transfer import Kind, Transfer, gift_id
from billing.domain.wallet import Wallet
from billing.ports import BillingUnitOfWork
from billing.usecases.tell_balance import tell_balance


def open_wallet(uow: BillingUnitOfWork, member_id: UUID, site_key: str, site: Site) -> Wallet:
    """The member's wallet, opened with the gift of signing up when it is not there yet, in the caller's transaction.

    The news of a sign-up and the member's first call race each other; whichever comes first opens it, once.
    """
    if (earlier := uow.wallets.find(member_id)) is not None:
        return earlier
    opened = uow.wallets.open(member_id, site_key, site.signup_credits, site.free_messages)
    if opened is None:
        return uow.wallets.get(member_id)
    uow.ledger.add_once(
        Transfer.leading_to(
            opened,
            Kind.SIGNUP_GIFT,
            gift_id(member_id),
            credits=site.signup_credits,
            free_messages=site.free_messages,
        )
    )
    tell_balance(uow, opened)
    return opened
