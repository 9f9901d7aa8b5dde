"""Polling undecided payments, because webhooks get lost; with exponential backoff."""

from collections.abc import Callable
from datetime import timedelta

from shared.kit.core import Unavailable, logger
from shared.sites import SiteDirectory

from billing.events.published import payment_failed
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.create_payment import create_payment
from billing.usecases.record_report import record_report

BATCH = 20
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=20), timedelta(hours=1)


CREATE_AGAIN_AFTER = timedelta(seconds=30)


def create_waiting_payments(
    unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders, sites: SiteDirectory
) -> None:
    """Create the payments of orders that were committed while the provider was down."""
    with unit_of_work() as uow:
        waiting = uow.payments.claim_uncreated(BATCH, CREATE_AGAIN_AFTER)
        uow.commit()
    for payment in waiting:
        try:
            site = sites.get(payment.site)
            create_payment(unit_of_work(), providers, site, payment, site.base_url)
        except Unavailable:
            logger().warning("orders_wait_for_provider", provider=payment.provider)


def settle_overdue_payments(unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders) -> None:
    with unit_of_work() as uow:
        for payment in uow.payments.expire_uncreated(BATCH):
            uow.announce(payment_failed(payment))
        overdue = uow.payments.claim_overdue(BATCH, FIRST_PAUSE, LONGEST_PAUSE)
        uow.commit()
    for payment in overdue:
        try:
            report = providers[payment.provider].report(payment.provider_id or "")
        except Unavailable:
            logger().warning("payments_wait_for_provider", provider=payment.provider)
            continue
        record_report(unit_of_work(), payment, report)
