from datetime import timedelta
from uuid import UUID

from servicekit.faults import point
from sites import Site, SiteDirectory

from billing.domain.transfer import Kind, Transfer, refund_id
from billing.domain.wallet import Wallet
from billing.errors import ChargeWithdrawn, KeyReused, NotEnoughCredits
from billing.ports import BillingUnitOfWork
from billing.usecases.open_wallet import open_wallet
from billing.usecases.tell_balance import tell_balance

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
    with uow:
        wallet = open_wallet(uow, member_id, default_site, sites.get(default_site))
        paid = _pay(uow, wallet, sites.get(wallet.site), charge_id, partner_id)
        if paid is not None and uow.ledger.add_once(paid[0]):
            transfer, wallet = paid
            uow.ledger.await_message(charge_id, MESSAGE_EXPECTED_WITHIN)
            tell_balance(uow, wallet)
            point("billing.charge.before_commit")
            uow.commit()
            point("billing.charge.committed")
            return -transfer.credits, wallet
    # Left without commit, so nothing was paid: this charge was made before, or there is nothing to pay with.
    return _made_before(uow, charge_id, member_id, partner_id)


def _pay(
    uow: BillingUnitOfWork, wallet: Wallet, site: Site, charge_id: UUID, partner_id: UUID | None
) -> tuple[Transfer, Wallet] | None:
    member_id, price = wallet.member_id, site.message_credits
    # What was read only saves a vain statement; the statements decide.
    if wallet.free_messages_left and (after := uow.wallets.use_free_message(member_id)) is not None:
        return _transfer(after, charge_id, partner_id, credits=0, free_messages=-1), after
    if (after := uow.wallets.debit(member_id, price)) is not None:
        return _transfer(after, charge_id, partner_id, credits=-price, free_messages=0), after
    return None


def _transfer(
    wallet: Wallet, charge_id: UUID, partner_id: UUID | None, *, credits: int, free_messages: int
) -> Transfer:
    return Transfer.leading_to(
        wallet, Kind.MESSAGE, charge_id, credits=credits, free_messages=free_messages, partner_id=partner_id
    )


def _made_before(
    uow: BillingUnitOfWork, charge_id: UUID, member_id: UUID, partner_id: UUID | None
) -> tuple[int, Wallet]:
    with uow:
        transfer = uow.ledger.find(charge_id)
        if transfer is None:
            raise NotEnoughCredits()
        if (transfer.member_id, transfer.kind, transfer.partner_id) != (member_id, Kind.MESSAGE, partner_id):
            raise KeyReused(field="charge_id")
        if uow.ledger.find(refund_id(charge_id)) is not None:
            raise ChargeWithdrawn()
        return -transfer.credits, uow.wallets.get(member_id)
