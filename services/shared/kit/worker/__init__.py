"""The worker process: the outbox relay, event consumers, and jobs by the clock."""

from shared.kit.worker.consumers import Consumer
from shared.kit.worker.jobs import Job, due
from shared.kit.worker.subscriptions import Subscriptions

__all__ = ["Consumer", "Job", "Subscriptions", "due"]
