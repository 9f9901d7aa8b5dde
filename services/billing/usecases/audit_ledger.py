"""Continuous audit of the ledger, which stops purchases when a check fails."""

import time
from collections.abc import Callable

from prometheus_client import Gauge
from shared.kit.logs import logger

from billing.errors import PurchasesStopped
from billing.storage import BillingUnit

findings = Gauge("billing_audit_off", "Violations that the last audit of the ledger counted", ["figure"])
finished = Gauge("billing_audit_finished_timestamp_seconds", "When the last audit of the ledger ended")
stopped = Gauge("billing_purchases_stopped", "1 while purchases are stopped because an audit of the ledger failed")


def audit_ledger(unit_of_work: Callable[[], BillingUnit]) -> dict[str, int]:
    """Audit new and the next part of the old transfers; stop purchases if a check fails. Returns the failed checks."""
    with unit_of_work() as uow:
        counts = uow.audits.check_part()
        if counts is None:
            return {}  # another worker has the lock
        failed = {name: count for name, count in counts.items() if count}
        if failed and uow.audits.stop_purchases(failed):
            logger().error("ledger_audit_failed", **failed)
        is_stopped = uow.audits.purchases_are_stopped()
        uow.commit()
    for name, count in counts.items():
        findings.labels(name).set(count)
    stopped.set(is_stopped)
    finished.set(time.time())
    return failed


def check_purchases_allowed(uow: BillingUnit) -> None:
    """Raise PurchasesStopped while a finding of the auditor is not acknowledged."""
    if uow.audits.purchases_are_stopped():
        raise PurchasesStopped()


def acknowledge_finding(uow: BillingUnit, by: str, why: str) -> bool:
    """Record that an operator has looked at the finding; purchases go on. False when there was none."""
    with uow:
        was_stopped = uow.audits.acknowledge(by, why)
        uow.commit()
    return was_stopped
