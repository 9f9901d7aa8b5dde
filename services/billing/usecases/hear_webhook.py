from datetime import timedelta

from servicekit.errors import Unavailable

from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.record_report import record_report

# Whoever repeats a webhook does not make us repeat the question as often.
PROVIDER_RESTS = timedelta(seconds=1)


def hear_webhook(uow: BillingUnitOfWork, provider: PaymentProvider, provider_id: str) -> None:
    """Someone says that something became of this payment: ask the provider, and believe only that.

    When the provider was asked a moment ago, or does not answer, the question is kept and asked again soon.
    """
    with uow:
        payment = uow.payments.find_by_provider(provider_id)
        if payment is None:
            return
        uow.payments.ask_soon(payment.id)
        may_ask = uow.payments.claim_question(payment.id, PROVIDER_RESTS)
        uow.commit()
    if not may_ask:
        return
    try:
        report = provider.report(payment.provider_id or provider_id)
    except Unavailable:
        return
    record_report(uow, payment, report)
