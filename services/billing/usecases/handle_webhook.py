from datetime import timedelta

from shared.kit.core import Unavailable

from billing.ports import PaymentProvider
from billing.storage import BillingUnit
from billing.usecases.record_report import record_report

# A repeated webhook does not poll the provider more often than this.
POLL_INTERVAL = timedelta(seconds=1)


def handle_webhook(uow: BillingUnit, provider: PaymentProvider, provider_id: str) -> None:
    """Handle the provider's webhook: anybody can send one, so only the provider's own report counts.

    When the provider was polled a moment ago or does not answer, the next poll is scheduled soon.
    """
    with uow:
        payment = uow.payments.find_by_provider(provider_id)
        if payment is None:
            return
        uow.payments.poll_soon(payment.id)
        may_ask = uow.payments.claim_poll(payment.id, POLL_INTERVAL)
        uow.commit()
    if not may_ask:
        return
    try:
        report = provider.report(payment.provider_id or provider_id)
    except Unavailable:
        return
    record_report(uow, payment, report)
