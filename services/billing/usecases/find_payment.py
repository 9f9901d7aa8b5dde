from datetime import timedelta
from uuid import UUID

from servicekit.errors import NotFound, Unavailable
from servicekit.logs import logger

from billing.domain.payment import Payment
from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.record_report import record_report

# The member's page asks every second or so; the provider is not asked as often.
PROVIDER_RESTS = timedelta(seconds=3)


def find_payment(uow: BillingUnitOfWork, provider: PaymentProvider, member_id: UUID, payment_id: UUID) -> Payment:
    """The member's own payment, fresh from the provider when it is undecided. Raises NotFound for any other."""
    with uow:
        payment = uow.payments.find(payment_id)
        if payment is None or payment.member_id != member_id:
            raise NotFound()
        may_ask = payment.is_undecided and uow.payments.claim_question(payment_id, PROVIDER_RESTS)
        uow.commit()
    if not may_ask or payment.provider_id is None:
        return payment
    try:
        report = provider.report(payment.provider_id)
    except Unavailable:
        # What we know is an answer, too; the webhook or the next question brings the rest.
        logger().warning("provider_not_reached", payment_id=str(payment_id))
        return payment
    return record_report(uow, payment, report)
