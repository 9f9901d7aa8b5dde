from uuid import UUID, uuid5

from shared.sites import Money

from billing.domain.payment import Payment, ReversalReason
from billing.domain.transfer import Transfer, TransferKind
from billing.events.published import credits_changed, payment_reversed
from billing.storage import BillingUnit


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
    reversal_id = _reversal_id(payment.id, fact)
    if uow.ledger.find(reversal_id) is not None:
        return False
    if credits <= 0:
        wallet = uow.wallets.get(payment.member_id)
        uow.announce(payment_reversed(payment, wallet, 0, amount, reason, reversal_id, uow.now()))
        return False
    wallet, debt = uow.wallets.claw_back(payment.member_id, credits)
    uow.ledger.add_once(
        Transfer.leading_to(
            wallet, TransferKind.REVERSAL, reversal_id, credits=debt - credits, payment_id=payment.id, debt=debt
        )
    )
    uow.announce(credits_changed(wallet))
    uow.announce(payment_reversed(payment, wallet, credits, amount, reason, reversal_id, uow.now()))
    return True


def _reversal_id(payment_id: UUID, fact: str) -> UUID:
    return uuid5(payment_id, f"reversal {fact}")
