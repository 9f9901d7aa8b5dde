"""What wakes streams: commits, typing, the clock; and a look around, for what was not heard."""

import asyncio
import time
from contextlib import suppress
from uuid import UUID

import psycopg
from psycopg_pool import PoolTimeout
from pydantic import BaseModel, Field, ValidationError
from redis.asyncio import Redis, RedisError
from servicekit.errors_in_logs import describe
from servicekit.logs import logger
from servicekit.web.revocations import FRESH_SECONDS, NEVER, KnownRevocations

from chat.clients.typing import CHANNEL
from chat.live.feed import LiveFeed
from chat.live.streams import Streams
from chat.storage.feed import FEED

TICK_SECONDS = 1.0
LOOK_AROUND_SECONDS = 5.0
LOOKED_AT_ONCE = 2_000
TROUBLE = (psycopg.Error, PoolTimeout, OSError)


class Typing(BaseModel):
    """What `chat.clients.typing` publishes."""

    recipient_id: UUID = Field(alias="to")
    typist_id: UUID = Field(alias="from")
    conversation_id: UUID


class Revocations:
    """The revoked sessions, read from the database at most every two seconds."""

    def __init__(self, feed: LiveFeed) -> None:
        self._feed = feed
        self.latest = KnownRevocations()
        self._read_at = NEVER

    async def read(self) -> KnownRevocations:
        if time.monotonic() - self._read_at > FRESH_SECONDS:
            self.latest = await self._feed.revocations()
            self._read_at = time.monotonic()
        return self.latest


class Wakers:
    def __init__(self, streams: Streams, feed: LiveFeed, revocations: Revocations, dsn: str, redis_url: str) -> None:
        self._streams, self._feed, self._revocations = streams, feed, revocations
        self._dsn, self._redis_url = dsn, redis_url
        self._look = asyncio.Event()

    async def run(self) -> None:
        await asyncio.gather(self._hear_commits(), self._hear_typing(), self._tick(), self._look_around())

    async def _hear_commits(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {FEED}")
                    # What was told while nobody listened is found by looking.
                    self._look.set()
                    async for notice in connection.notifies():
                        self._tell(notice.payload)
            except (psycopg.Error, OSError) as error:
                logger().warning("live_hears_no_commits", problem=describe(error))
                await asyncio.sleep(0.5)

    def _tell(self, payload: str) -> None:
        """Wake the member's streams. Any role of the database may NOTIFY, so the payload may be anything."""
        try:
            member_id = UUID(payload)
        except ValueError:
            logger().warning("live_notification_malformed", bytes=len(payload))
            return
        self._streams.tell(member_id)

    async def _hear_typing(self) -> None:
        while True:
            redis = Redis.from_url(self._redis_url, socket_connect_timeout=1, health_check_interval=15)
            try:
                async with redis, redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    async for item in channel.listen():
                        self._show_typing(item["data"])
            except (RedisError, OSError):
                # It may be lost, and comes back by itself.
                await asyncio.sleep(1)

    def _show_typing(self, data: object) -> None:
        """Show who types. Any client of Redis may publish, so the data may be anything."""
        try:
            typing = Typing.model_validate_json(data) if isinstance(data, bytes) else None
        except ValidationError:
            typing = None
        if typing is None:
            logger().warning("live_typing_malformed")
            return
        self._streams.show_typing(typing.recipient_id, typing.typist_id, str(typing.conversation_id))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self._streams.tick()
            try:
                await self._revocations.read()
            except TROUBLE as error:
                logger().warning("live_reads_no_revocations", problem=describe(error))
            # Also when the read failed: the snapshot then grows old, and streams that nothing proves end.
            self._streams.end_refused(self._revocations.latest)

    async def _look_around(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), LOOK_AROUND_SECONDS)
            self._look.clear()
            streams = list(self._streams)
            try:
                for start in range(0, len(streams), LOOKED_AT_ONCE):
                    some = streams[start : start + LOOKED_AT_ONCE]
                    ids, cursors = [stream.member_id for stream in some], [stream.cursor for stream in some]
                    for member_id in await self._feed.behind(ids, cursors):
                        self._streams.tell(member_id)
            except TROUBLE as error:
                logger().warning("live_cannot_look_around", problem=describe(error))
