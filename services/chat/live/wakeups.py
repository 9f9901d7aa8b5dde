"""Wakeups of streams: by NOTIFY after a commit, by typing, by the clock, and by a poll in case a NOTIFY was lost.

Redis announces which streams end for newer ones of the same member in another process.
"""

import asyncio
import time
from contextlib import suppress
from uuid import UUID

import psycopg
from prometheus_client import Gauge
from psycopg_pool import PoolTimeout
from pydantic import BaseModel, Field, ValidationError
from redis.asyncio import Redis, RedisError
from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger
from shared.kit.storage.notifications import notifications
from shared.kit.web.revocations import FRESH_SECONDS, NEVER, KnownRevocations

from chat.clients.typing import CHANNEL as TYPING
from chat.live.feed_reader import FeedReader
from chat.live.stream_limit import CHANNEL as SUPERSEDED
from chat.live.stream_limit import SupersededStreams
from chat.live.streams import Streams
from chat.storage.feed import FEED

listening = Gauge("live_listening", "1 while commits wake the streams; otherwise a poll does, every five seconds")

TICK_SECONDS = 1.0
POLL_SECONDS = 5.0
POLL_BATCH = 2_000
DATABASE_ERRORS = (psycopg.Error, PoolTimeout, OSError)


class Typing(BaseModel):
    """The message that `chat.clients.typing` publishes."""

    recipient_id: UUID = Field(alias="to")
    typist_id: UUID = Field(alias="from")
    conversation_id: UUID


class Revocations:
    """The revoked sessions, read from the database at most every two seconds."""

    def __init__(self, feed: FeedReader) -> None:
        self._feed = feed
        self.latest = KnownRevocations()
        self._read_at = NEVER

    async def read(self) -> KnownRevocations:
        if time.monotonic() - self._read_at > FRESH_SECONDS:
            self.latest = await self._feed.revocations()
            self._read_at = time.monotonic()
        return self.latest


class Wakeups:
    def __init__(self, streams: Streams, feed: FeedReader, revocations: Revocations, dsn: str, redis_url: str) -> None:
        self._streams, self._feed, self._revocations = streams, feed, revocations
        self._dsn, self._redis_url = dsn, redis_url
        self._poll_now = asyncio.Event()

    async def run(self) -> None:
        await asyncio.gather(self._listen_to_commits(), self._listen_to_redis(), self._tick(), self._poll())

    async def _listen_to_commits(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._dsn, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {FEED}")
                    # Notifications sent before LISTEN are lost: poll once.
                    self._poll_now.set()
                    listening.set(1)
                    async for notification in notifications(connection):
                        self._notify(notification.payload)
            except (psycopg.Error, OSError) as error:
                listening.set(0)
                logger().warning("live_listen_failed", problem=describe(error))
                await asyncio.sleep(0.5)

    def _notify(self, payload: str) -> None:
        """Wake the member's streams. Any database role may NOTIFY, so the payload is validated."""
        try:
            member_id = UUID(payload)
        except ValueError:
            logger().warning("live_notification_malformed", bytes=len(payload))
            return
        self._streams.notify(member_id)

    async def _listen_to_redis(self) -> None:
        while True:
            redis = Redis.from_url(self._redis_url, socket_connect_timeout=1, health_check_interval=15)
            try:
                async with redis, redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(TYPING, SUPERSEDED)
                    async for item in channel.listen():
                        self._receive(item["channel"].decode(), item["data"])
            except (RedisError, OSError):
                # Typing may be lost, and each process still limits its own streams; reconnect.
                await asyncio.sleep(1)

    def _receive(self, channel: str, data: object) -> None:
        """Act on a message of Redis. Any client of chat may publish, so the message is validated."""
        try:
            if not isinstance(data, bytes):
                return
            if channel == SUPERSEDED:
                ended = SupersededStreams.model_validate_json(data)
                self._streams.supersede(ended.member_id, ended.stream_ids)
            else:
                typing = Typing.model_validate_json(data)
                self._streams.show_typing(typing.recipient_id, typing.typist_id, str(typing.conversation_id))
        except ValidationError:
            logger().warning("live_message_malformed", channel=channel)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self._streams.tick()
            try:
                await self._revocations.read()
            except DATABASE_ERRORS as error:
                logger().warning("live_revocations_read_failed", problem=describe(error))
            # Also when the read failed: the snapshot then grows stale, and stale streams end.
            self._streams.end_refused(self._revocations.latest)

    async def _poll(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._poll_now.wait()
            self._poll_now.clear()
            streams = list(self._streams)
            try:
                for start in range(0, len(streams), POLL_BATCH):
                    some = streams[start : start + POLL_BATCH]
                    ids, cursors = [stream.member_id for stream in some], [stream.cursor for stream in some]
                    for member_id in await self._feed.behind(ids, cursors):
                        self._streams.notify(member_id)
            except DATABASE_ERRORS as error:
                logger().warning("live_poll_failed", problem=describe(error))
