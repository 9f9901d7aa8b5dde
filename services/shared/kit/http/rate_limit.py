"""Rate limits by the table in gateway/limits.yaml: calls per member, network, device or mailbox in a sliding window.

Every limit is taken by its name through `RateLimiter.take`: those of routes before the view runs, all others by views
and use cases. The table also names the store of the counts (process, Redis or Postgres).
"""

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Self
from uuid import UUID

from flask import current_app
from redis import RedisError
from sqlalchemy.orm import Session

from shared.kit.core.errors import RateLimited
from shared.kit.core.errors_in_logs import describe
from shared.kit.core.keys import SigningKeys
from shared.kit.core.logs import logger
from shared.kit.core.security_log import KitAction, Outcome, log_security_event
from shared.kit.core.settings import Settings
from shared.kit.core.telemetry import rate_limit_degraded, rate_limited
from shared.kit.db.database import Database
from shared.kit.http.callers import caller_or_none
from shared.kit.http.sliding_window.counter import Count, Refusal
from shared.kit.http.sliding_window.memory import MemoryCounter
from shared.kit.http.sliding_window.postgres import PostgresCounter
from shared.kit.http.sliding_window.redis import RedisCounter, prefix_of
from shared.kit.http.sources import hash_network, source
from shared.registry.limits import SUBJECTS, LimitTable, Subject, load_limits
from shared.registry.routes import Route, limits_file_of

# Degradation without Redis: after a failure each process counts alone, in memory, for this long before it tries Redis
# again. A limit of 60 then lets up to 60 times the number of processes through, which beats refusing everybody, and one
# request per process and period waits for the timeout. Limits that protect money or passwords are in Postgres.
REDIS_RETRY_SECONDS = 5.0
# The part of Retry-After that is added as random jitter; RateLimited says how much at most.
JITTER = 0.1

Subjects = Mapping[Subject, object]


class RateLimiter:
    """The rate limiter of one process. `is_on=False` allows every call (PAIRWISE_LIMITS=off)."""

    def __init__(
        self,
        table: LimitTable,
        database: Database,
        redis_url: str,
        keys: SigningKeys,
        *,
        service: str = "",
        is_on: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table, self._is_on, self._clock = table, is_on, clock
        self._memory = MemoryCounter(clock)
        self._redis, self._postgres = RedisCounter(redis_url, prefix_of(service)), PostgresCounter(database)
        self._redis_retry_at = float("-inf")
        # Counts are stored under keyed hashes: a plain hash of an IPv4 address could be reversed by trying all.
        self._keys = keys

    @classmethod
    def of(cls, settings: Settings, database: Database) -> Self:
        """The limiter with the table beside the routes that these settings name."""
        table = load_limits(limits_file_of(settings.routes_file))
        redis, keys = settings.redis_url, settings.source_keys
        return cls(table, database, redis, keys, service=settings.service, is_on=settings.has_limits)

    def take(
        self,
        name: str,
        subjects: Subjects,
        *,
        item: object = "",
        shown: Iterable[UUID] = (),
        refusal: type[RateLimited] = RateLimited,
    ) -> None:
        """Count one call of the limit `name` for every subject given that it counts, or for none of them.

        Subjects of None are left out; `premium` replaces `member` where the limit has windows for it. Windows of
        distinct items count `item`, those of shown ones all of `shown`. Raises `refusal` with `retry_after_seconds`.
        """
        if not self._is_on:
            return
        self._raise(name, subjects, self._take(name, self._counts(name, subjects, item, shown)), refusal)

    def take_within(
        self, session: Session, name: str, subjects: Subjects, *, refusal: type[RateLimited] = RateLimited
    ) -> None:
        """`take` for a limit kept in Postgres, in the caller's transaction: a rollback undoes the count."""
        if self._is_on:
            counts = self._counts(name, subjects)
            self._raise(name, subjects, self._postgres.take_within(session.connection(), counts), refusal)

    def allows(self, name: str, subjects: Subjects) -> bool:
        """`take`, returning False instead of raising, for callers with another answer than 429."""
        try:
            self.take(name, subjects)
        except RateLimited:
            return False
        return True

    def _raise(self, name: str, subjects: Subjects, refused: Refusal | None, refusal: type[RateLimited]) -> None:
        if refused is None:
            return
        rate_limited.labels(name).inc()
        if refused.is_first:
            self._log(name, subjects)
        wait = max(1, math.ceil(refused.wait_seconds))
        jitter = random.randint(0, min(int(wait * JITTER), refusal.longest_jitter_seconds))  # noqa: S311 - no secret
        raise refusal(retry_after_seconds=wait + jitter)

    def give_back(self, name: str, subjects: Subjects) -> None:
        """Undo one `take` of a limit kept in Postgres, for a call that turned out not to be of the limited kind."""
        if self._is_on:
            self._postgres.give_back(self._counts(name, subjects))

    def _counts(self, name: str, subjects: Subjects, item: object = "", shown: Iterable[UUID] = ()) -> list[Count]:
        limit, counts = self._table[name], []
        items = tuple(each.hex for each in shown)  # a HyperLogLog stores none of them
        given = {subject: value for subject, value in subjects.items() if value is not None}
        if unknown := given.keys() - set(SUBJECTS):
            raise ValueError(f"{sorted(unknown)} cannot be counted")
        if limit.premium and "premium" in given:
            del given["member"]
        for subject, value in given.items():
            for window in limit.windows(subject):
                key = self._hash(f"{name} {subject} {window} {value}")
                named = self._hash(str(item)) if window.is_distinct else ""
                counts.append(Count(key, window, named, items if window.is_shown else ()))
        return counts

    def _take(self, name: str, counts: Sequence[Count]) -> Refusal | None:
        match self._table[name].kept:
            case "postgres":
                return self._postgres.take(counts)
            case "redis" if counts and self._clock() >= self._redis_retry_at:
                try:
                    return self._redis.take(counts)
                except RedisError as error:
                    self._redis_retry_at = self._clock() + REDIS_RETRY_SECONDS
                    rate_limit_degraded.inc()
                    logger().warning("rate_limit_redis_unavailable", problem=describe(error))
        return self._memory.take(counts)

    def _log(self, name: str, subjects: Subjects) -> None:
        member_id, network = subjects.get("member"), subjects.get("source")
        log_security_event(
            KitAction.LIMIT_REACHED,
            Outcome.REFUSED,
            member_id=member_id if isinstance(member_id, UUID) else None,
            source=hash_network(self._keys, str(network)) if network is not None else None,
            reason=name,
        )

    def _hash(self, value: str) -> str:
        return self._keys.sign(b"limit\0" + value.encode()).hex()[:32]


def limiter() -> RateLimiter:
    """The rate limiter of this process, for views."""
    found: RateLimiter = current_app.extensions["rate_limiter"]
    return found


def take_for_route(rate_limiter: RateLimiter, route: Route, method: str) -> None:
    """Count this request under the limit its route names, or under the default."""
    rate_limiter.take(route.limit(method), visitor())


def visitor() -> Subjects:
    """Subjects of the current request: always its network, so that new tokens give no new counts, and its member."""
    known = caller_or_none()
    if known is None:
        return {"source": source()}
    return {"source": source(), "member": known.member_id, "premium": known.member_id if known.is_premium else None}
