from uuid import UUID, uuid5

from pairwise.billing.v1.events_pb2 import PaymentReversed

from billing.domain.payment import Payment, Reversal
from billing.domain.transfer import Kind, Transfer
from billing.ports import BillingUnitOfWork
from billing.usecases.tell_balance import tell_balance


def reverse_purchase(
    uow: BillingUnitOfWork, payment: Payment, credits: int, minor: int, reason: Reversal, fact: str
) -> bool:
    """Take back credits whose money went back, once for each `fact` (a refund's or chargeback's own id).

    In the caller's transaction, which notes the fact on the payment. Credits that were spent by then become debt:
    it stops sending until a purchase has paid it, and nothing else. False when this was done before.
    """
    uow.wallets.lock(payment.member_id)
    reversal_id = _reversal_id(payment.id, fact)
    if credits <= 0 or uow.ledger.find(reversal_id) is not None:
        return False
    wallet, debt = uow.wallets.take_back(payment.member_id, credits)
    uow.ledger.add_once(
        Transfer.leading_to(
            wallet, Kind.REVERSAL, reversal_id, credits=debt - credits, payment_id=payment.id, debt=debt
        )
    )
    tell_balance(uow, wallet)
    uow.announce(
        PaymentReversed(
            payment_id=str(payment.id),
            member_id=str(payment.member_id),
            credits=credits,
            amount=f"{minor / 100:.2f}",
            currency=payment.currency,
            reason=reason.value,
            debt=wallet.debt,
        )
    )
    return True


def _reversal_id(payment_id: UUID, fact: str) -> UUID:
    return uuid5(payment_id, f"reversal {fact}")
