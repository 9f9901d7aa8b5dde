"""Metrics of the queues, which the alerts use."""

from prometheus_client import Gauge

from notifications.storage import NotificationsUnit

emails_overdue = Gauge("emails_overdue_seconds", "For how long the email due longest is due")
pushes_overdue = Gauge("pushes_overdue_seconds", "For how long the push due longest is due")


def update_metrics(uow: NotificationsUnit) -> None:
    with uow.reading() as uow:
        emails, pushes = uow.emails.overdue_seconds(), uow.pushes.overdue_seconds()
    emails_overdue.set(max(0.0, emails))
    pushes_overdue.set(max(0.0, pushes))
