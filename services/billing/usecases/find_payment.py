from datetime import timedelta
from uuid import UUID

from shared.kit.core import NotFound, Unavailable, logger

from billing.domain.payment import Payment, PaymentStatus
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.record_report import record_report

# The member's page polls every second; the provider is polled less often.
POLL_INTERVAL = timedelta(seconds=3)


def is_first_purchase(uow: BillingUnit, payment: Payment) -> bool:
    """Whether the member has bought nothing before this payment."""
    if payment.status is not PaymentStatus.COMPLETED:
        return False
    with uow.reading() as uow:
        return uow.payment_history.is_first(payment)


def find_payment(uow: BillingUnit, providers: PaymentProviders, member_id: UUID, payment_id: UUID) -> Payment:
    """The member's own payment, fresh from the provider when it is undecided. Raises NotFound for any other."""
    with uow:
        payment = uow.payments.find(payment_id)
        if payment is None or payment.member_id != member_id:
            raise NotFound()
        may_ask = payment.is_undecided and uow.payments.claim_poll(payment_id, POLL_INTERVAL)
        uow.commit()
    if not may_ask or payment.provider_id is None:
        return payment
    try:
        report = providers[payment.provider].report(payment.provider_id)
    except Unavailable:
        # Answer with the stored state; the webhook or the next poll brings the rest.
        logger().warning("provider_not_reached", payment_id=str(payment_id))
        return payment
    return record_report(uow, payment, report)
