"""Metrics of the moderation desk, which the alerts use."""

from prometheus_client import Gauge

from profiles.domain.verification import VerificationState
from profiles.moderation.storage.unit import ModerationUnit

sampled = Gauge(
    "verification_model_sampled", "Clear cases of the model that a person decided all the same, by outcome", ["outcome"]
)
oldest_seconds = Gauge("moderation_oldest_seconds", "For how long the oldest item of the desk waits", ["queue"])


def update_metrics(uow: ModerationUnit) -> None:
    with uow.reading() as uow:
        photos, complaints = uow.photos.oldest_pending_seconds(), uow.complaints.oldest_seconds()
        sample = uow.verifications.sample()
    for outcome in (VerificationState.VERIFIED, VerificationState.REFUSED):
        sampled.labels(outcome.value).set(sample.get(outcome, 0))
    oldest_seconds.labels("photos").set(photos)
    oldest_seconds.labels("complaints").set(complaints)
