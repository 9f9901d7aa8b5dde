"""Reads from a replica that no screen contradicts: a member who has just changed something reads the primary.

A change made by a member at this service is noted in Redis for as long as the replica may be behind. Without Redis
nothing proves that a member changed nothing, and the primary answers.
"""

from collections.abc import Callable
from typing import Self, TypeVar
from uuid import UUID

from redis import Redis, RedisError
from sqlalchemy import Engine

from shared.kit.core.circuit_breaker import CircuitBreaker
from shared.kit.core.errors import Refusal
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.settings import Settings
from shared.kit.db.database import UNREACHABLE, Database
from shared.kit.db.replica import Replica

TIMEOUT_SECONDS, OPEN_SECONDS = 0.1, 2.0
# A commit and its replay are apart by the bound; the rest is for requests that began before the change ended.
MARGIN_SECONDS = 5
PREFIX = "changed:"

T = TypeVar("T")


class RecentChanges:
    """The members who changed something at this service a moment ago, in Redis, for all of its processes."""

    def __init__(self, url: str, service: str, seconds: float) -> None:
        self._redis = Redis.from_url(
            url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )
        self._prefix, self._milliseconds = f"{PREFIX}{service}:", int((seconds + MARGIN_SECONDS) * 1000)
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    def note(self, member_id: UUID) -> None:
        """Note that this member has changed something now. Without Redis nothing is noted, and `has` answers True."""
        self._ask(lambda: self._redis.set(f"{self._prefix}{member_id}", 1, px=self._milliseconds))

    def has(self, member_id: UUID) -> bool:
        """Whether this member did; True if Redis does not say."""
        return self._ask(lambda: self._redis.get(f"{self._prefix}{member_id}")) is not None

    def _ask(self, call: Callable[[], object]) -> object:
        if not self._breaker.allows_call():
            return True
        try:
            answer = call()
            self._breaker.succeeded()
        except (RedisError, OSError) as error:
            self._breaker.failed()
            logger().warning("recent_changes_unavailable", problem=describe(error))
            return True
        return answer


class ReplicaReads:
    """Decides for each read whether the replica may answer it."""

    def __init__(self, primary: Database, replica: Replica | None = None, changes: RecentChanges | None = None) -> None:
        self._primary, self._replica, self._changes = primary.reader, replica, changes

    @classmethod
    def of(cls, settings: Settings, primary: Database, url: str | None, staleness_seconds: float) -> Self:
        """Those of a process; without a read address the primary answers everything."""
        if url is None:
            return cls(primary)
        replica = Replica(primary, url, staleness_seconds=staleness_seconds)
        return cls(primary, replica, RecentChanges(settings.redis_url, settings.service, staleness_seconds))

    def __call__(self, member_id: UUID | None, read: Callable[[Engine], T]) -> T:
        """Call `read` with the replica's connections, or with the primary's.

        The primary's if the replica is too old, this member has changed something within its bound, the replica fails,
        or the answer is a refusal, which may only mean that it does not know yet. `read` may therefore be called twice.
        """
        replica = self._replica
        if replica is None or not replica.is_fresh() or self._has_changed(member_id):
            return read(self._primary)
        try:
            return read(replica.reader)
        except UNREACHABLE as error:
            replica.failed(error)
        except Refusal:
            pass
        return read(self._primary)

    def note_change(self, member_id: UUID) -> None:
        """Note that this member may have changed something, before the request that did is answered."""
        if self._changes is not None:
            self._changes.note(member_id)

    def _has_changed(self, member_id: UUID | None) -> bool:
        return member_id is not None and self._changes is not None and self._changes.has(member_id)
