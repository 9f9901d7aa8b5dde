"""Metrics of the nightly comparison with billing, which the alerts use."""

from prometheus_client import Gauge

from lander.storage import LanderUnit

differences = Gauge("lander_revenue_differences", "Days whose sums differed from billing's in the last comparison")
checked = Gauge("lander_revenue_checked_timestamp_seconds", "When the last comparison ended; 0 for never")


def update_metrics(uow: LanderUnit) -> None:
    with uow.reading() as uow:
        latest = uow.checks.latest()
    if latest is not None:
        differences.set(latest.differences)
        checked.set(latest.checked_at.timestamp())
