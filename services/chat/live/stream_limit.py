"""The limit of streams per member over all live processes.

A sorted set in Redis holds the open streams of a member by the time of their opening. The process that opens one too
many takes the oldest out of the set and publishes their ids on the member's channel; the process that serves them ends
them. Without Redis each process limits its own streams (`Streams`). A stream of a process that died stays in the set
until it is the oldest, or as long as a token is valid.
"""

import time
from collections.abc import Awaitable, Callable
from uuid import UUID

from redis.asyncio import BlockingConnectionPool, Redis, RedisError
from shared.kit.core import CircuitBreaker, describe, logger

from chat.clients.member_channel import MemberMessage, channel_of
from chat.live.streams import STREAMS_PER_MEMBER, Stream

PREFIX = "chat.streams:"
TIMEOUT_SECONDS = 0.2
OPEN_SECONDS = 2.0
CONNECTIONS = 4
# A stream ends with its token, which is valid for ten minutes.
LIFETIME_SECONDS = 900


class StreamLimit:
    def __init__(self, redis_url: str, per_member: int = STREAMS_PER_MEMBER) -> None:
        self._per_member = per_member
        # Thousands of pages may reconnect at once: they wait for a connection, in the background of their streams.
        pool = BlockingConnectionPool.from_url(
            redis_url,
            max_connections=CONNECTIONS,
            timeout=None,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=None,
        )
        self._redis = Redis.from_pool(pool)
        self._breaker = CircuitBreaker(OPEN_SECONDS)

    async def opened(self, stream: Stream) -> None:
        """Count the stream, and have the oldest beyond the limit ended wherever they are served."""
        await self._attempt(lambda: self._open(stream))

    async def closed(self, stream: Stream) -> None:
        await self._attempt(lambda: self._redis.zrem(_key(stream.member_id), str(stream.id)))

    async def close(self) -> None:
        await self._redis.aclose()

    async def _open(self, stream: Stream) -> None:
        key, now = _key(stream.member_id), time.time()
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.zadd(key, {str(stream.id): now})
            pipeline.zremrangebyscore(key, 0, now - LIFETIME_SECONDS)
            pipeline.zrange(key, 0, -self._per_member - 1)
            pipeline.pexpire(key, LIFETIME_SECONDS * 1000)
            _, _, oldest, _ = await pipeline.execute()
        if oldest:
            message = MemberMessage(superseded=frozenset(UUID(each.decode()) for each in oldest))
            await self._redis.zrem(key, *oldest)
            await self._redis.publish(channel_of(stream.member_id), message.encoded())

    async def _attempt(self, call: Callable[[], Awaitable[object]]) -> None:
        if not self._breaker.allows_call():
            return
        try:
            await call()
            self._breaker.succeeded()
        except (RedisError, OSError) as error:
            self._breaker.failed()
            logger().warning("stream_limit_redis_unavailable", problem=describe(error))


def _key(member_id: UUID) -> str:
    return f"{PREFIX}{member_id}"
