"""Reconciliation with each provider: some differences are corrected by rule, others flagged for an operator."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from uuid import UUID

from shared.kit.core import Unavailable, logger
from shared.sites import Money, SiteDirectory

from billing.domain.payment import Payment, PaymentReport, PaymentStatus
from billing.domain.refund import WON_BACK
from billing.errors import ProviderUnavailable
from billing.ports import PaymentProviders
from billing.storage import BillingUnit
from billing.usecases.reconcile_payouts import reconcile_payouts
from billing.usecases.record_report import record_report

BATCH = 100
FROM_HOUR = 2  # UTC, when few pay
# Makes up for several failed nights; a chargeback of an older payment arrives by webhook.
LOOKS_BACK = timedelta(days=8)
LIST_IS_BEHIND = timedelta(hours=1)


@dataclass
class ReconciliationResult:
    seen: int = 0
    mended: int = 0
    flagged: int = 0


def reconcile_nightly(
    unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders, sites: SiteDirectory
) -> None:
    """Reconcile payments, then payouts, once a night, in one process by a lease. A failed run is repeated after an
    hour."""
    with unit_of_work() as uow:
        day = uow.reconciliations.begin(FROM_HOUR)
        uow.commit()
    if day is None:
        return
    try:
        found = reconcile(unit_of_work, providers)
    except Unavailable:
        logger().warning("reconciliation_waits_for_provider")
        return
    try:
        found.flagged += reconcile_payouts(unit_of_work, providers, sites).flagged
    except Unavailable:
        # Their comparison looks back for weeks, so the next night has it.
        logger().warning("payouts_wait_for_provider")
    with unit_of_work() as uow:
        uow.reconciliations.finish(day, found.seen, found.mended, found.flagged)
        uow.commit()


def reconcile(
    unit_of_work: Callable[[], BillingUnit], providers: PaymentProviders, looks_back: timedelta = LOOKS_BACK
) -> ReconciliationResult:
    """Compare the providers' payments with ours, those of each provider that answers.

    Raises ProviderUnavailable when one did not; the corrections of the others stay.
    """
    with unit_of_work() as uow:
        since = uow.now() - looks_back
    found, down = ReconciliationResult(), None
    for name, provider in providers.items():
        try:
            _reconcile_one(unit_of_work, name, provider.reports_since(since), found)
        except ProviderUnavailable as error:
            down = error
    if down is not None:
        raise down
    return found


def _reconcile_one(
    unit_of_work: Callable[[], BillingUnit], name: str, reports: Iterator[PaymentReport], found: ReconciliationResult
) -> None:
    while batch := list(islice(reports, BATCH)):
        with unit_of_work() as uow:
            known = uow.payments.known(name, [report.provider_id for report in batch])
        for report in batch:
            found.seen += 1
            _compare(unit_of_work, name, report, known.get(report.provider_id), found)


def _compare(
    unit_of_work: Callable[[], BillingUnit],
    name: str,
    report: PaymentReport,
    payment: Payment | None,
    found: ReconciliationResult,
) -> None:
    if payment is None:
        order = _order_of(unit_of_work, report)
        if order is not None and order.provider != name and report.status is not PaymentStatus.COMPLETED:
            # The order failed over to another provider: nobody was shown the page of this payment.
            return
        payment = _adopted(unit_of_work, name, order, report)
        if payment is None:
            found.flagged += _flag(unit_of_work, name, report, "unknown", order.id if order else None)
            return
    if report.provider_id == payment.earlier_provider_id and report.status is not PaymentStatus.COMPLETED:
        # The failed payment that was replaced by one with a page (step-up).
        return
    if not report.is_about(payment):
        found.flagged += _flag(unit_of_work, name, report, "differs", payment.id)
        return
    before = (payment.status, payment.returned)
    now = record_report(unit_of_work(), payment, report)
    if (now.status, now.returned) != before:
        found.mended += 1
    for what in _differences(now, report, _on_its_way(unit_of_work, now)):
        found.flagged += _flag(unit_of_work, name, report, what, payment.id)


def _on_its_way(unit_of_work: Callable[[], BillingUnit], payment: Payment) -> Money:
    """Refunds requested lately that the provider's list may not show yet."""
    with unit_of_work() as uow:
        lately = uow.now() - LIST_IS_BEHIND
        refunds = uow.refunds.of_payments([payment.id]) if payment.returned.minor else []
    late = [each.amount for each in refunds if each.made_at is None or each.made_at > lately]
    return sum(late, Money(0, payment.amount.currency))


def _differences(payment: Payment, report: PaymentReport, on_its_way: Money) -> Iterator[str]:
    """Kinds of differences that are left after the report was recorded."""
    if (payment.status is PaymentStatus.COMPLETED) != (report.status is PaymentStatus.COMPLETED):
        yield "status"
    if report.returned > payment.returned:
        yield "returned"
    if report.returned + on_its_way < payment.returned:
        # An operator decides that a purchase counts again.
        yield WON_BACK


def _order_of(unit_of_work: Callable[[], BillingUnit], report: PaymentReport) -> Payment | None:
    try:
        order_id = UUID(report.order_id)
    except ValueError:
        return None
    with unit_of_work() as uow:
        return uow.payments.find(order_id)


def _adopted(
    unit_of_work: Callable[[], BillingUnit], name: str, order: Payment | None, report: PaymentReport
) -> Payment | None:
    """The order of a payment whose process died before it stored the provider's id."""
    if order is None or order.provider != name:
        return None
    payment = order
    if payment.provider_id is None and report.is_about(replace(payment, provider_id=report.provider_id)):
        with unit_of_work() as uow:
            uow.payments.record_created(payment, report.provider_id, None)
            uow.commit()
            payment = uow.payments.get(payment.id)
    is_known = report.provider_id in (payment.provider_id, payment.earlier_provider_id)
    return payment if is_known else None


def _flag(
    unit_of_work: Callable[[], BillingUnit], name: str, report: PaymentReport, what: str, payment_id: UUID | None
) -> int:
    with unit_of_work() as uow:
        is_new = uow.reconciliations.flag(name, report.provider_id, what, payment_id)
        uow.commit()
    if is_new:
        logger().error("payment_differs_from_provider", provider=name, what=what, payment_id=str(payment_id))
    return 1
