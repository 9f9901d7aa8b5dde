from shared.kit.core import new_id
from shared.sites import Money

from billing.domain.payment import Payment, ReversalReason
from billing.domain.transfer import reversal
from billing.events.published import credits_changed, payment_reversed
from billing.storage import BillingUnit
from billing.usecases.derive_transfer import find_unmade


def reverse_purchase(
    uow: BillingUnit, payment: Payment, credits: int, amount: Money, reason: ReversalReason, fact: str
) -> bool:
    """Take back credits whose money was returned, once for each `fact` (the id of a refund or chargeback).

    Runs in the caller's transaction, which records the fact on the payment; `payment` is its state before that. Credits
    spent by then become debt, which stops sending until a purchase has paid it. A sum smaller than the price of a
    credit takes none, and is announced all the same. False when no credits were taken, now or because it was done
    before.
    """
    uow.wallets.lock(payment.member_id)
    if credits <= 0:
        wallet = uow.wallets.get(payment.member_id)
        uow.announce(payment_reversed(payment, wallet, 0, amount, reason, new_id(), uow.now()))
        return False
    cause = find_unmade(uow, reversal(payment.id, fact, payment.member_id, credits))
    if cause is None:
        return False
    wallet, debt = uow.wallets.claw_back(payment.member_id, credits)
    transfer = cause.leading_to(wallet, debt)
    uow.ledger.add(transfer, cause)
    uow.announce(credits_changed(wallet))
    uow.announce(payment_reversed(payment, wallet, credits, amount, reason, transfer.id, uow.now()))
    return True
