from datetime import timedelta
from uuid import UUID

from servicekit.faults import point
from sites import SiteDirectory

from billing.domain.transfer import Kind, refund_id
from billing.domain.wallet import Wallet
from billing.errors import ChargeWithdrawn, CreditsOwed, KeyReused, NotEnoughCredits
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet

# After this long without news of the message, chat is asked what became of it.
MESSAGE_EXPECTED_WITHIN = timedelta(seconds=30)


def charge(
    uow: BillingUnitOfWork,
    sites: SiteDirectory,
    default_site: str,
    *,
    charge_id: UUID,
    member_id: UUID,
    partner_id: UUID | None,
) -> tuple[int, Wallet]:
    """Pay for one message, once, however often it is asked: with a free one while there is one, then with credits.

    Returns what it cost and the wallet as it is now. The charge stands until its message is known never to come.
    """
    prices = {key: site.message_credits for key, site in sites.items()}
    with uow.at_once() as at_once:
        paid = at_once.ledger.charge_once(charge_id, member_id, partner_id, prices, MESSAGE_EXPECTED_WITHIN)
        is_unknown = paid is None and at_once.wallets.find(member_id) is None
    if is_unknown:
        # Sent before we heard of their sign-up.
        with uow:
            open_wallet(uow, member_id, default_site, sites.get(default_site))
            uow.commit()
        with uow.at_once() as at_once:
            paid = at_once.ledger.charge_once(charge_id, member_id, partner_id, prices, MESSAGE_EXPECTED_WITHIN)
    if paid is None:
        # This charge was made before, or there is nothing to pay with.
        return _made_before(uow, charge_id, member_id, partner_id)
    point("billing.charge.committed")
    return paid


def _made_before(
    uow: BillingUnitOfWork, charge_id: UUID, member_id: UUID, partner_id: UUID | None
) -> tuple[int, Wallet]:
    with uow.reading() as reading:
        transfer = reading.ledger.find(charge_id)
        if transfer is None:
            wallet = reading.wallets.find(member_id)
            raise CreditsOwed() if wallet is not None and wallet.debt else NotEnoughCredits()
        if (transfer.member_id, transfer.kind, transfer.partner_id) != (member_id, Kind.MESSAGE, partner_id):
            raise KeyReused(field="charge_id")
        if reading.ledger.find(refund_id(charge_id)) is not None:
            raise ChargeWithdrawn()
        return -transfer.credits, reading.wallets.get(member_id)
