"""Wakeups of streams: by Redis after a commit (`chat.live.subscriptions`), by the clock, and by a poll.

A writer without Redis sends NOTIFY to all live processes instead, and so does the trigger of the table.
"""

import asyncio
from contextlib import suppress
from uuid import UUID

import psycopg
from prometheus_client import Counter, Gauge
from psycopg_pool import PoolTimeout
from shared.kit.core import KnownRevocations, describe, logger
from shared.kit.db import notifications

from chat.live.feed_reader import FeedReader
from chat.live.streams import Streams
from chat.live.subscriptions import Subscriptions
from chat.storage.feed import FEED

listening = Gauge("live_listening", "1 while commits wake the streams; otherwise Redis and a poll do")
received_notifications = Counter("live_notifications_received_total", "NOTIFY received, of all members")

TICK_SECONDS = 1.0
# While Redis wakes the streams, the poll finds what a process did not send that died after its commit.
POLL_SECONDS, SUBSCRIBED_POLL_SECONDS = 5.0, 30.0
POLL_BATCH = 2_000
DATABASE_ERRORS = (psycopg.Error, PoolTimeout, OSError)


class Wakeups:
    def __init__(self, streams: Streams, feed: FeedReader, known: KnownRevocations, dsn: str, redis_url: str) -> None:
        self._streams, self._feed, self._known, self._dsn = streams, feed, known, dsn
        self._poll_now = asyncio.Event()
        self._subscriptions = Subscriptions(redis_url, streams, self._poll_now)
        self.is_subscribed = self._subscriptions.is_subscribed

    async def run(self) -> None:
        await asyncio.gather(self._listen_to_commits(), self._subscriptions.run(), self._tick(), self._poll())

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
        received_notifications.inc()
        self._streams.notify(member_id)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self._streams.tick()
            self._streams.end_refused(self._known)

    async def _poll(self) -> None:
        while True:
            seconds = SUBSCRIBED_POLL_SECONDS if self._subscriptions.is_connected else POLL_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
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
