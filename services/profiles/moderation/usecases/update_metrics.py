"""Metrics of the moderation desk, which the alerts use."""

from prometheus_client import Gauge

from profiles.moderation.storage.unit import ModerationUnit

oldest_seconds = Gauge("moderation_oldest_seconds", "For how long the oldest item of the desk waits", ["queue"])


def update_metrics(uow: ModerationUnit) -> None:
    with uow.reading() as uow:
        photos, complaints = uow.photos.oldest_pending_seconds(), uow.complaints.oldest_seconds()
    oldest_seconds.labels("photos").set(photos)
    oldest_seconds.labels("complaints").set(complaints)
