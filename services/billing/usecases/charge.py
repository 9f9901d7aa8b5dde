from datetime import timedelta
from uuid import UUID

from servicekit.faults import point
from sites import MESSAGE, SiteDirectory, Ware

from billing.domain.transfer import Kind, Transfer, refund_id
from billing.domain.wallet import Wallet
from billing.errors import ChargeWithdrawn, CreditsOwed, KeyReused, NotEnoughCredits, NotOffered
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet

# After this long without news of the message, chat is asked what became of it.
MESSAGE_EXPECTED_WITHIN = timedelta(seconds=30)
TRIES = 3


def charge(
    uow: BillingUnitOfWork,
    sites: SiteDirectory,
    default_site: str,
    *,
    charge_id: UUID,
    member_id: UUID,
    partner_id: UUID | None,
    ware: Ware = MESSAGE,
) -> tuple[int, Wallet]:
    """Pay for one message, once, however often it is asked: with a free one while there is one, then with credits.

    What else can be sent (a photo, a gift, an opening line) is paid with credits alone, by the price of the member's
    site. Returns what it cost and the wallet as it is now. The charge stands until its message is known never to come.
    """
    prices = {key: price for key, site in sites.items() if (price := site.credits_for(ware)) is not None}
    for _ in range(TRIES):
        with uow.at_once() as at_once:
            paid = at_once.ledger.charge_once(charge_id, member_id, partner_id, ware, prices, MESSAGE_EXPECTED_WITHIN)
        if paid is not None:
            point("billing.charge.committed")
            return paid
        with uow:
            # Whoever sends before we heard of their sign-up has the gift all the same.
            wallet = open_wallet(uow, member_id, default_site, sites.get(default_site))
            earlier = uow.ledger.find(charge_id)
            was_withdrawn = uow.ledger.find(refund_id(charge_id)) is not None
            uow.commit()
        if earlier is not None:
            return _made_before(earlier, wallet, partner_id, ware, was_withdrawn=was_withdrawn)
        if wallet.site not in prices:
            raise NotOffered()
        if not wallet.can_pay(prices[wallet.site], may_be_free=ware.may_be_free):
            break
        # Opened this moment, by us or by someone else, or credits came in between.
    raise CreditsOwed() if wallet.debt else NotEnoughCredits()


def _made_before(
    earlier: Transfer, wallet: Wallet, partner_id: UUID | None, ware: Ware, *, was_withdrawn: bool
) -> tuple[int, Wallet]:
    asked = (wallet.member_id, Kind.MESSAGE, partner_id, ware)
    if (earlier.member_id, earlier.kind, earlier.partner_id, earlier.ware) != asked:
        raise KeyReused(field="charge_id")
    if was_withdrawn:
        raise ChargeWithdrawn()
    return -earlier.credits, wallet
