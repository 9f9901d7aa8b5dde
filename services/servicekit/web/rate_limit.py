"""Rate limits: how often one member, one network, one mailbox may do something, by the table in gateway/limits.yaml.

Every limit is taken by its name through `RateLimiter.take`: those of routes before the view runs, all others by views
and use cases. Where the counts are kept is said in the table, too.
"""

import math
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self
from uuid import UUID

from flask import current_app
from redis import RedisError
from sqlalchemy.orm import Session

from gateway.limits import SUBJECTS, LimitTable, Subject, load_limits
from gateway.routes import Route, limits_file_of
from servicekit.errors import RateLimited
from servicekit.errors_in_logs import describe
from servicekit.keys import SigningKeys
from servicekit.logs import logger
from servicekit.security_log import KitAction, Outcome, log_security_event
from servicekit.settings import Settings
from servicekit.sliding_window import Count, MemoryCounter, PostgresCounter, RedisCounter, Refusal, prefix_of
from servicekit.storage.database import Database
from servicekit.web.caller import caller_or_none
from servicekit.web.source import hash_network, source

# After Redis failed, each process counts alone for this long before it asks again: no request waits twice.
WITHOUT_REDIS_SECONDS = 5.0
# Retry-After is longer by up to this part, and no more than a minute, at random: clients refused together do not return
# together.
JITTER, LONGEST_JITTER_SECONDS = 0.1, 60

Subjects = Mapping[Subject, object]


class RateLimiter:
    """The rate limits of one process. `is_on` false lets everything through (PAIRWISE_LIMITS=off)."""

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
        self._redis_again_at, self._lock = float("-inf"), threading.Lock()
        # Without the key a network could be found by trying all.
        self._keys = keys

    @classmethod
    def of(cls, settings: Settings, database: Database) -> Self:
        table = load_limits(limits_file_of(settings.routes_file))
        redis, keys = settings.redis_url, settings.source_keys
        return cls(table, database, redis, keys, service=settings.service, is_on=settings.has_limits)

    def take(
        self,
        name: str,
        subjects: Subjects,
        *,
        item: object = "",
        refusal: type[RateLimited] = RateLimited,
    ) -> None:
        """Count one call of the limit `name` for every subject given that it counts, or for none of them.

        Subjects of None are left out; `premium` replaces `member` where the limit has windows for it. Windows of
        distinct items count `item`. Raises `refusal` with `retry_after_seconds`.
        """
        if not self._is_on:
            return
        self._raise(name, subjects, self._take(name, self._counts(name, subjects, item)), refusal)

    def take_within(
        self, session: Session, name: str, subjects: Subjects, *, refusal: type[RateLimited] = RateLimited
    ) -> None:
        """The same for a limit kept in Postgres, in the caller's transaction, with which it stays or is undone."""
        if self._is_on:
            counts = self._counts(name, subjects, "")
            self._raise(name, subjects, self._postgres.take_within(session.connection(), counts), refusal)

    def allows(self, name: str, subjects: Subjects) -> bool:
        """`take`, for callers that have another answer when there is no room."""
        try:
            self.take(name, subjects)
        except RateLimited:
            return False
        return True

    def _raise(self, name: str, subjects: Subjects, refused: Refusal | None, refusal: type[RateLimited]) -> None:
        if refused is None:
            return
        if refused.is_first:
            self._log(name, subjects)
        wait = max(1, math.ceil(refused.wait_seconds))
        jitter = random.randint(0, min(int(wait * JITTER), LONGEST_JITTER_SECONDS))  # noqa: S311 - no secret
        raise refusal(retry_after_seconds=wait + jitter)

    def give_back(self, name: str, subjects: Subjects) -> None:
        """Undo one `take` of a limit kept in Postgres: the call turned out not to be of the limited kind."""
        if self._is_on:
            self._postgres.give_back(self._counts(name, subjects, ""))

    def _counts(self, name: str, subjects: Subjects, item: object) -> list[Count]:
        limit, counts = self._table[name], []
        given = {subject: value for subject, value in subjects.items() if value is not None}
        if unknown := given.keys() - set(SUBJECTS):
            raise ValueError(f"{sorted(unknown)} cannot be counted")
        if limit.premium and "premium" in given:
            del given["member"]
        for subject, value in given.items():
            for window in limit.windows(subject):
                key = self._hash(f"{name} {subject} {window} {value}")
                counts.append(Count(key, window, self._hash(str(item)) if window.is_distinct else ""))
        return counts

    def _take(self, name: str, counts: Sequence[Count]) -> Refusal | None:
        match self._table[name].kept:
            case "postgres":
                return self._postgres.take(counts)
            case "redis" if counts and self._clock() >= self._redis_again_at:
                try:
                    return self._redis.take(counts)
                except RedisError as error:
                    self._redis_again_at = self._clock() + WITHOUT_REDIS_SECONDS
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
    """The one of this process, for views."""
    found: RateLimiter = current_app.extensions["rate_limiter"]
    return found


def take_for_route(rate_limiter: RateLimiter, route: Route, method: str) -> None:
    """Count this request under the limit its route names, or under the default."""
    rate_limiter.take(route.limit(method), visitor())


def visitor() -> Subjects:
    """The caller as `take` wants it: always the network, so that a token opens no count of its own, and the member."""
    known = caller_or_none()
    if known is None:
        return {"source": source()}
    return {"source": source(), "member": known.member_id, "premium": known.member_id if known.is_premium else None}
