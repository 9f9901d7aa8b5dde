"""The process that tells and hears: the outbox relay, the consumers, and what a service does by the clock."""

from servicekit.worker.consumers import Consumer
from servicekit.worker.jobs import Job

__all__ = ["Consumer", "Job"]
