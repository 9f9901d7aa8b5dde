"""Comparing the provider's list with ours: what a rule can mend is mended, the rest is flagged for someone to see."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from uuid import UUID

from servicekit.errors import Unavailable
from servicekit.logs import logger

from billing.domain.payment import Payment, Report, Status
from billing.domain.refund import WON_BACK
from billing.ports import BillingUnitOfWork, PaymentProvider
from billing.usecases.record_report import record_report

BATCH = 100
FROM_HOUR = 2  # UTC, when few pay
# As far back as a night that went wrong for days is made up for; a chargeback of an older payment comes by webhook.
LOOKS_BACK = timedelta(days=8)
LIST_IS_BEHIND = timedelta(hours=1)


@dataclass
class Comparison:
    seen: int = 0
    mended: int = 0
    flagged: int = 0


def reconcile_nightly(unit_of_work: Callable[[], BillingUnitOfWork], provider: PaymentProvider) -> None:
    """Once a night, whoever comes first. One that fails is taken up again by the next turn after an hour."""
    with unit_of_work() as uow:
        day = uow.reconciliations.begin(FROM_HOUR)
        uow.commit()
    if day is None:
        return
    try:
        found = reconcile(unit_of_work, provider)
    except Unavailable:
        logger().warning("reconciliation_waits_for_provider")
        return
    with unit_of_work() as uow:
        uow.reconciliations.finish(day, found.seen, found.mended, found.flagged)
        uow.commit()


def reconcile(
    unit_of_work: Callable[[], BillingUnitOfWork], provider: PaymentProvider, looks_back: timedelta = LOOKS_BACK
) -> Comparison:
    """Raises ProviderUnavailable; what was mended until then stays mended."""
    with unit_of_work() as uow:
        since = uow.now() - looks_back
    found, reports = Comparison(), provider.reports_since(since)
    while batch := list(islice(reports, BATCH)):
        with unit_of_work() as uow:
            known = uow.payments.known([report.provider_id for report in batch])
        for report in batch:
            found.seen += 1
            _compare(unit_of_work, report, known.get(report.provider_id), found)
    return found


def _compare(
    unit_of_work: Callable[[], BillingUnitOfWork], report: Report, payment: Payment | None, found: Comparison
) -> None:
    if payment is None:
        payment = _adopted(unit_of_work, report)
        if payment is None:
            found.flagged += _flag(unit_of_work, report, "unknown", None)
            return
    if report.provider_id == payment.earlier_provider_id and report.status is not Status.COMPLETED:
        # The failed first half of a payment that needed its member.
        return
    if not report.is_about(payment):
        found.flagged += _flag(unit_of_work, report, "differs", payment.id)
        return
    before = (payment.status, payment.returned_minor)
    now = record_report(unit_of_work(), payment, report)
    if (now.status, now.returned_minor) != before:
        found.mended += 1
    for what in _differences(now, report, _on_its_way(unit_of_work, now)):
        found.flagged += _flag(unit_of_work, report, what, payment.id)


def _on_its_way(unit_of_work: Callable[[], BillingUnitOfWork], payment: Payment) -> int:
    """What we pay back ourselves, and the provider's list need not show yet."""
    with unit_of_work() as uow:
        lately = uow.now() - LIST_IS_BEHIND
        refunds = uow.refunds.of_payments([payment.id]) if payment.returned_minor else []
    return sum(each.minor for each in refunds if each.made_at is None or each.made_at > lately)


def _differences(payment: Payment, report: Report, on_its_way: int) -> Iterator[str]:
    """What is still not the same after the report was recorded."""
    if (payment.status is Status.COMPLETED) != (report.status is Status.COMPLETED):
        yield "status"
    if report.returned_minor > payment.returned_minor:
        yield "returned"
    if report.returned_minor + on_its_way < payment.returned_minor:
        # Only a person decides that a purchase counts again.
        yield WON_BACK


def _adopted(unit_of_work: Callable[[], BillingUnitOfWork], report: Report) -> Payment | None:
    """Our own order whose process died before it could note the provider's id."""
    try:
        order_id = UUID(report.order_id)
    except ValueError:
        return None
    with unit_of_work() as uow:
        payment = uow.payments.find(order_id)
        if payment is None:
            return None
        if payment.provider_id is None and report.is_about(replace(payment, provider_id=report.provider_id)):
            uow.payments.was_made(order_id, report.provider_id, None)
            uow.commit()
            payment = uow.payments.get(order_id)
    is_known = report.provider_id in (payment.provider_id, payment.earlier_provider_id)
    return payment if is_known else None


def _flag(unit_of_work: Callable[[], BillingUnitOfWork], report: Report, what: str, payment_id: UUID | None) -> int:
    with unit_of_work() as uow:
        is_new = uow.reconciliations.flag(report.provider_id, what, payment_id)
        uow.commit()
    if is_new:
        logger().error("payment_differs_from_provider", what=what, payment_id=str(payment_id))
    return 1
