"""Webhooks get lost: payments that stay undecided are asked about, ever more rarely."""

from collections.abc import Callable
from datetime import timedelta

from servicekit.errors import Unavailable
from servicekit.logs import logger
from sites import SiteDirectory

from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.make_payment import make_payment
from billing.usecases.record_report import record_report, tell_failure

BATCH = 20
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=20), timedelta(hours=1)


PAUSE_OF_UNMADE = timedelta(seconds=30)


def make_waiting_payments(
    unit_of_work: Callable[[], BillingUnitOfWork], provider: PaymentProvider, sites: SiteDirectory, public_url: str
) -> None:
    """Orders that were committed while the provider was down get their payment when it is back."""
    with unit_of_work() as uow:
        waiting = uow.payments.claim_unmade(BATCH, PAUSE_OF_UNMADE)
        uow.commit()
    for payment in waiting:
        try:
            address = sites.address_of(payment.site, public_url)
            make_payment(unit_of_work(), provider, sites.get(payment.site), payment, address)
        except Unavailable:
            logger().warning("orders_wait_for_provider", waiting=len(waiting))
            return


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
