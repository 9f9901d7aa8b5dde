"""Push of revoked sessions over Redis: identity publishes, every process that checks tokens subscribes.

It makes a revocation take effect at once. Nothing depends on it: each process also reads its service's table, rarely
while it is subscribed and often while it is not (docs/decisions/0002-tokens.md).
"""

import time
from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from redis import Redis, RedisError

from shared.kit.circuit_breaker import CircuitBreaker
from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger

CHANNEL = "kit.revoked"
TIMEOUT_SECONDS = 0.2
OPEN_SECONDS = 2.0
# No token lives longer; what is pushed with a later end is malformed.
LONGEST_SECONDS = 86_400


def encoded(session_id: UUID, until: datetime) -> str:
    """The message for this session: its id, and the second until which its tokens have to be refused."""
    return f"{session_id} {until.timestamp():.0f}"


def decoded(message: bytes) -> tuple[UUID, float] | None:
    """The session, and the time (epoch seconds) until its tokens are refused. None for anything malformed."""
    try:
        session_id, _, until = message.decode("ascii").partition(" ")
        found = UUID(session_id), float(int(until))
    except ValueError:
        return None
    return found if found[1] <= time.time() + LONGEST_SECONDS else None


class RevocationPublisher:
    """Publishes after the commit: the `Publisher` of CHANNEL (`shared.kit.storage.commit_notifier`)."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def publish(self, messages: Collection[str]) -> bool:
        """Always True: nobody listens to NOTIFY on this channel; without Redis the processes read their tables."""
        if self._breaker.allows_call():
            try:
                with self._redis.pipeline(transaction=False) as pipeline:
                    for message in messages:
                        pipeline.publish(CHANNEL, message)
                    pipeline.execute()
                self._breaker.succeeded()
            except (RedisError, OSError) as error:
                self._breaker.failed()
                logger().warning("revocation_publish_failed", problem=describe(error))
        return True
