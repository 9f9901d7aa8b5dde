"""The worker process: the outbox relay, event consumers, and scheduled jobs."""

from shared.kit.events.consumers import Consumer
from shared.kit.events.jobs import Job, due
from shared.kit.events.own_stream import OwnStream
from shared.kit.events.streams import DUPLICATES_SECONDS
from shared.kit.events.subscriptions import Subscriptions

__all__ = ["DUPLICATES_SECONDS", "Consumer", "Job", "OwnStream", "Subscriptions", "due"]
