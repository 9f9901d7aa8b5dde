"""Metrics of backlog and reconciliation, which the alerts use."""

from prometheus_client import Gauge

from billing.storage import BillingUnit

charges_overdue = Gauge("billing_charges_overdue_seconds", "For how long the oldest charge is overdue to be settled")
refunds_owed = Gauge("billing_refunds_owed_seconds", "For how long the oldest refund is owed")
differences = Gauge("billing_reconciliation_open", "Differences from the provider's list that nobody resolved yet")
reconciled = Gauge("billing_reconciliation_finished_timestamp_seconds", "When the last comparison ended; 0 for never")


def update_metrics(uow: BillingUnit) -> None:
    with uow.reading() as uow:
        backlog = uow.backlog.measure()
    charges_overdue.set(backlog.charges_overdue_seconds)
    refunds_owed.set(backlog.refunds_owed_seconds)
    differences.set(backlog.differences)
    reconciled.set(backlog.reconciled_at)
