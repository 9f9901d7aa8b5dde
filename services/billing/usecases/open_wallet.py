from uuid import UUID

from shared.sites import Site

from billing.domain.transfer import Transfer, TransferKind, gift_id
from billing.domain.wallet import Wallet
from billing.events.published import credits_changed
from billing.storage import BillingUnit


def open_wallet(uow: BillingUnit, member_id: UUID, site: Site) -> Wallet:
    """The member's wallet, opened with the sign-up gift if there is none, in the caller's transaction.

    MemberSignedUp and the member's first request race; the first one opens it, once.
    """
    if (earlier := uow.wallets.find(member_id)) is not None:
        return earlier
    opened = uow.wallets.open(member_id, site.key, site.signup_credits, site.free_messages)
    if opened is None:
        return uow.wallets.get(member_id)
    uow.ledger.add_once(
        Transfer.leading_to(
            opened,
            TransferKind.SIGNUP_GIFT,
            gift_id(member_id),
            credits=site.signup_credits,
            free_messages=site.free_messages,
        )
    )
    uow.announce(credits_changed(opened))
    return opened
