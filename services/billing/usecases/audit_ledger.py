"""Proving, all the time, that every credit is accounted for; stopping purchases when one is not."""

import time
from collections.abc import Callable

from prometheus_client import Gauge
from servicekit.logs import logger

from billing.errors import PurchasesStopped
from billing.ports import BillingUnitOfWork

findings = Gauge("billing_audit_off", "What the last look at the ledger found not to add up", ["figure"])
finished = Gauge("billing_audit_finished_timestamp_seconds", "When the last look at the ledger ended")
stopped = Gauge("billing_purchases_stopped", "1 while nobody can buy because the ledger did not add up")


def audit_ledger(unit_of_work: Callable[[], BillingUnitOfWork]) -> dict[str, int]:
    """Look at what is new and at the next part of what is old. Returns what is off; empty is well."""
    with unit_of_work() as uow:
        looked = uow.audits.look()
        if looked is None:
            return {}  # another worker is at it
        off = {name: count for name, count in looked.items() if count}
        if off and uow.audits.stop_purchases(off):
            logger().error("ledger_off", **off)
        is_stopped = uow.audits.purchases_are_stopped()
        uow.commit()
    for name, count in looked.items():
        findings.labels(name).set(count)
    stopped.set(is_stopped)
    finished.set(time.time())
    return off


def check_books(uow: BillingUnitOfWork) -> None:
    """Nobody buys while the ledger does not add up. Raises PurchasesStopped."""
    if uow.audits.purchases_are_stopped():
        raise PurchasesStopped()


def clear_finding(uow: BillingUnitOfWork, by: str, why: str) -> bool:
    """An operator has looked, and purchases go on. False when there was nothing to clear."""
    with uow:
        was_stopped = uow.audits.clear(by, why)
        uow.commit()
    return was_stopped
