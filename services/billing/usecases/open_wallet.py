from collections.abc import Sequence
from uuid import UUID

from shared.sites import Site

from billing.domain.transfer import gift
from billing.domain.wallet import SignUp, Wallet
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
    cause = gift(member_id, site.signup_credits, site.free_messages)
    uow.ledger.add(cause.leading_to(opened), cause)
    uow.announce(credits_changed(opened))
    return opened


def open_wallets(uow: BillingUnit, sign_ups: Sequence[SignUp]) -> None:
    """Open the wallets of new members with the sign-up gift, and store the facts of their sign-up, in one statement.

    A charge or a request that came first has opened the wallet without these facts.
    """
    by_member: dict[UUID, SignUp] = {}
    repeated = []
    for sign_up in sign_ups:
        if by_member.setdefault(sign_up.member_id, sign_up) is not sign_up:
            repeated.append(sign_up)
    for wallet in uow.wallets.open_all(list(by_member.values())):
        uow.announce(credits_changed(wallet))
    if repeated:
        open_wallets(uow, repeated)
