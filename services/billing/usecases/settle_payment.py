"""Webhooks get lost: payments that stay undecided are asked about, ever more rarely."""

from collections.abc import Callable
from datetime import timedelta

from servicekit.errors import Unavailable
from servicekit.logs import logger

from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.record_report import record_report, tell_failure

BATCH = 20
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=20), timedelta(hours=1)


def settle_overdue_payments(unit_of_work: Callable[[], BillingUnitOfWork], provider: PaymentProvider) -> None:
    with unit_of_work() as uow:
        for payment in uow.payments.expire_unmade(BATCH):
            tell_failure(uow, payment)
        overdue = uow.payments.claim_overdue(BATCH, FIRST_PAUSE, LONGEST_PAUSE)
        uow.commit()
    for payment in overdue:
        try:
            report = provider.report(payment.provider_id or "")
        except Unavailable:
            logger().warning("payments_wait_for_provider", waiting=len(overdue))
            return
        record_report(unit_of_work(), payment, report)
