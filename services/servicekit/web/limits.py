"""How often one member, or one address of visitors, may call what the route table limits.

The counts live in Redis, shared by all processes of a service. Without Redis each process counts by itself: a limit is
then looser by the number of processes, and never gone. Nothing about money or passwords leans on these: such limits are
in Postgres, in the services that own them.
"""

import threading
import time
from collections.abc import Callable
from hashlib import sha256

from redis import Redis, RedisError

from gateway.routes import Limit, Route
from servicekit.errors import RateLimited
from servicekit.logs import logger

PATIENCE_SECONDS = 0.1
WITHOUT_REDIS_SECONDS = 5.0
MOST_KEPT = 50_000


class Limits:
    def __init__(self, redis_url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = Redis.from_url(
            redis_url, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS, retry=None
        )
        self._clock, self._lock = clock, threading.Lock()
        self._own: dict[str, tuple[int, float]] = {}
        self._redis_again_at = float("-inf")

    def take(self, route: Route, method: str, who: str) -> None:
        """Counts one call. Raises RateLimited with the seconds until there is room again."""
        limit = route.limit(method)
        if limit is None:
            return
        # Neither an address nor a member's id can be read from what is kept.
        key = "limit:" + sha256(f"{route.path} {route.query} {method} {who}".encode()).hexdigest()[:32]
        count, seconds_left = self._count(key, limit)
        if count > limit.many:
            raise RateLimited(retry_after_seconds=max(1, seconds_left))

    def _count(self, key: str, limit: Limit) -> tuple[int, int]:
        if self._clock() < self._redis_again_at:
            return self._count_here(key, limit)
        try:
            with self._redis.pipeline(transaction=True) as together:
                together.set(key, 0, ex=limit.seconds, nx=True)
                together.incr(key)
                together.ttl(key)
                _, count, left = together.execute()
        except RedisError as error:
            self._redis_again_at = self._clock() + WITHOUT_REDIS_SECONDS
            logger().warning("limits_count_alone", problem=repr(error))
            return self._count_here(key, limit)
        return int(count), int(left)

    def _count_here(self, key: str, limit: Limit) -> tuple[int, int]:
        now = self._clock()
        with self._lock:
            count, ends_at = self._own.get(key, (0, 0.0))
            if ends_at <= now:
                count, ends_at = 0, now + limit.seconds
            if key not in self._own and len(self._own) >= MOST_KEPT:
                self._own.clear()
            self._own[key] = (count + 1, ends_at)
        return count + 1, int(ends_at - now) + 1
