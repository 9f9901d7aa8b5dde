from datetime import timedelta
from uuid import UUID

from shared.kit.faults import point
from shared.sites import MESSAGE, BillableItem, SiteDirectory

from billing.domain.transfer import Transfer, TransferKind, refund_id
from billing.domain.wallet import Wallet
from billing.errors import ChargeWithdrawn, CreditsOwed, KeyReused, NotEnoughCredits, NotOffered
from billing.storage import BillingUnit
from billing.usecases.open_wallet import open_wallet

# After this long without MessageSent chat is asked about the message.
MESSAGE_EXPECTED_WITHIN = timedelta(seconds=30)
TRIES = 3


def charge(
    uow: BillingUnit,
    sites: SiteDirectory,
    default_site: str,
    *,
    charge_id: UUID,
    member_id: UUID,
    partner_id: UUID | None,
    billable_item: BillableItem = MESSAGE,
) -> tuple[int, Wallet]:
    """Pay for one message, once for its id: with a free message while there is one, else with credits.

    A photo, a voice message, a gift or an opening line is paid with credits alone, by the price of the member's site.
    Returns the cost and the wallet after it. Chat posts the message next; the charge of a refused message is
    refunded.
    Raises NotEnoughCredits, CreditsOwed, NotOffered, ChargeWithdrawn or KeyReused.
    """
    prices = {key: price for key, site in sites.items() if (price := site.credits_for(billable_item)) is not None}
    for _ in range(TRIES):
        with uow.autocommit().lean() as each:
            paid = each.ledger.charge_once(
                charge_id, member_id, partner_id, billable_item, prices, MESSAGE_EXPECTED_WITHIN
            )
        if paid is not None:
            point("billing.charge.committed")
            return paid
        with uow:
            # The first message may arrive before MemberSignedUp; the member has the gift all the same.
            wallet = open_wallet(uow, member_id, sites.get(default_site))
            earlier = uow.ledger.find(charge_id)
            was_withdrawn = uow.ledger.find(refund_id(charge_id)) is not None
            uow.commit()
        if earlier is not None:
            return _made_before(earlier, wallet, partner_id, billable_item, was_withdrawn=was_withdrawn)
        if wallet.site not in prices:
            raise NotOffered()
        if not wallet.can_pay(prices[wallet.site], may_be_free=billable_item.may_be_free):
            break
        # The wallet was opened just now, or credits arrived in between: try again.
    raise CreditsOwed() if wallet.debt else NotEnoughCredits()


def _made_before(
    earlier: Transfer, wallet: Wallet, partner_id: UUID | None, billable_item: BillableItem, *, was_withdrawn: bool
) -> tuple[int, Wallet]:
    asked = (wallet.member_id, TransferKind.MESSAGE, partner_id, billable_item)
    if (earlier.member_id, earlier.kind, earlier.partner_id, earlier.billable_item) != asked:
        raise KeyReused(field="charge_id")
    if was_withdrawn:
        raise ChargeWithdrawn()
    return -earlier.credits, wallet
