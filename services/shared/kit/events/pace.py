"""The pace at which old events are published again: consumers take events in the order of the stream, so each old event
before a new one delays it."""

import time

from nats.errors import Error as NatsError
from nats.js import JetStreamContext

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.event_facts import stream_of
from shared.kit.core.logs import logger

# Events that the slowest consumer may have before it: a few seconds of its work, most of which only finds the event in
# the inbox.
MOST_WAITING = 5_000
# A consumer that takes nothing does not stop the others: a batch is published each time so long has passed.
LONGEST_PAUSE_SECONDS = 5
# While NATS refuses to list consumers (users of the release before may not), it is not asked again for so long.
REFUSED_SECONDS = 60


class Pace:
    """Whether the consumers of a service's stream have room for a batch of old events."""

    def __init__(self, js: JetStreamContext, service: str) -> None:
        self._js, self._stream = js, stream_of(service)
        self._begun_at = self._refused_at = float("-inf")

    async def has_room(self) -> bool:
        """Whether a batch may be published now. True where NATS does not tell, and after `LONGEST_PAUSE_SECONDS`."""
        now = time.monotonic()
        if now - self._begun_at < LONGEST_PAUSE_SECONDS and await self._waiting(now) > MOST_WAITING:
            return False
        self._begun_at = now
        return True

    async def _waiting(self, now: float) -> int:
        """The backlog of the slowest consumer; 0 if it is unknown."""
        if now - self._refused_at < REFUSED_SECONDS:
            return 0
        try:
            consumers = await self._js.consumers_info(self._stream)
        except (NatsError, TimeoutError) as error:
            logger().warning("backlog_unknown", stream=self._stream, problem=describe(error))
            self._refused_at = now
            return 0
        return max(((one.num_pending or 0) + (one.num_ack_pending or 0) for one in consumers), default=0)
