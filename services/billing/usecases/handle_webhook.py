from datetime import timedelta
from uuid import UUID

from shared.kit.core import Unavailable

from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.record_report import record_report

# A repeated webhook does not poll the provider more often than this.
POLL_INTERVAL = timedelta(seconds=1)


def handle_webhook(
    uow: BillingUnit,
    providers: PaymentProviders,
    reference: str | UUID,
    sender: str = "mollie",
    event_id: str | None = None,
) -> None:
    """Handle a provider's webhook about one of its payments: a hint, only the report asked of the provider counts.

    `reference` is the provider's id of the payment, or ours. An event with an id is taken once. When the provider was
    polled a moment ago or does not answer, the next poll is scheduled soon.
    """
    with uow:
        if isinstance(reference, str):
            payment = uow.payments.find_by_provider(sender, reference)
        else:
            payment = uow.payments.find(reference)
        if payment is None or payment.provider != sender or payment.provider_id is None:
            return
        if event_id is not None and not uow.provider_events.add_once(sender, event_id):
            return
        uow.payments.poll_soon(payment.id)
        may_ask = uow.payments.claim_poll(payment.id, POLL_INTERVAL)
        uow.commit()
    if not may_ask:
        return
    try:
        report = providers[sender].report(payment.provider_id)
    except Unavailable:
        return
    record_report(uow, payment, report)
