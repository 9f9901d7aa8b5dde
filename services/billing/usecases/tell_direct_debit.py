from datetime import timedelta

from pairwise.billing.v1.events_pb2 import DirectDebitAnnounced

from billing.domain.payment import Payment
from billing.ports import BillingUnitOfWork

# The bank is asked after this; the mail before it is the pre-notification the scheme wants.
DEBITED_AFTER = timedelta(days=1)


def tell_direct_debit(uow: BillingUnitOfWork, payment: Payment) -> None:
    """Say beforehand what will leave the member's account, when, and under which mandate."""
    if payment.method != "directdebit" or payment.saved_method_id is None:
        return
    mandate = uow.saved_methods.get(payment.saved_method_id)
    uow.announce(
        DirectDebitAnnounced(
            payment_id=str(payment.id),
            member_id=str(payment.member_id),
            amount=f"{payment.amount:.2f}",
            currency=payment.currency,
            mandate_reference=mandate.mandate_reference or "",
            due_on=f"{payment.created_at + DEBITED_AFTER:%Y-%m-%d}",
        )
    )
