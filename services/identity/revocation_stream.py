"""Writes the stream of revoked sessions that every process reads (`shared.kit.core.revocations`)."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from redis import Redis, RedisError
from redis.client import Pipeline
from shared.kit.core import HEARTBEAT, KEPT_SECONDS, REVOKED, STREAM, CircuitBreaker, KnownRevocations, describe, logger
from shared.kit.db import CHANNEL

HEARTBEAT_SECONDS = 5
TIMEOUT_SECONDS, OPEN_SECONDS = 0.2, 2.0
# Entries of one transaction of Redis, which serves nobody else meanwhile.
BATCH = 10_000


def encoded(session_id: UUID, until: datetime) -> str:
    """The entry of this session: its id, and the second until which its tokens are refused."""
    return f"{session_id} {until.timestamp():.0f}"


class RevocationPublisher:
    """Adds sessions to the stream after their commit: a `Publisher` of `shared.kit.db.commit_notifier`.

    It makes a revocation take effect at once. An entry that is lost is added with the next heartbeat.
    """

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def publish(self, messages: Collection[str]) -> bool:
        """Always True: nobody listens to NOTIFY on this channel."""
        if self._breaker.allows_call():
            try:
                with self._redis.pipeline(transaction=False) as pipeline:
                    for message in messages:
                        pipeline.xadd(STREAM, {REVOKED: message})
                        pipeline.publish(CHANNEL, message)
                    pipeline.execute()
                self._breaker.succeeded()
            except (RedisError, OSError) as error:
                self._breaker.failed()
                logger().warning("revocation_publish_failed", problem=describe(error))
        return True


def add_heartbeat(redis: Redis, list_revoked: Callable[[], Sequence[tuple[UUID, datetime]]]) -> int:
    """Add the revoked sessions that the stream lacks, and then a heartbeat. Returns how many sessions wait for the next
    call, with the heartbeat.

    WATCH makes it atomic: if the stream changes or is lost meanwhile, it is read again, so a heartbeat never comes
    into a stream that was not compared. Any number of workers may call it. Raises RedisError.
    """

    def add(pipeline: Pipeline) -> int:
        known = KnownRevocations()
        # Before the table: what is revoked later may be missing in it.
        at = int(known.read(pipeline) * 1000)
        missing = [encoded(*each) for each in list_revoked() if each[0] not in known.sessions]
        pipeline.multi()
        for message in missing[:BATCH]:
            pipeline.xadd(STREAM, {REVOKED: message})
        if len(missing) <= BATCH:
            pipeline.xadd(STREAM, {HEARTBEAT: at}, minid=at - KEPT_SECONDS * 1000)
        return len(missing[BATCH:])

    waiting: Any = redis.transaction(add, STREAM, value_from_callable=True)  # type: ignore[arg-type]
    return int(waiting)
