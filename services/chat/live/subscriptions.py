"""Subscriptions of this process in Redis: the members whose pages it serves."""

import asyncio
import time
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from prometheus_client import Counter, Gauge
from pydantic import ValidationError
from redis.asyncio import Redis, RedisError
from redis.asyncio.client import PubSub
from shared.kit.core import describe, logger

from chat.clients.member_channel import FEED_GREW, PREFIX, MemberMessage, channel_of
from chat.live import sse
from chat.live.streams import Streams

received_messages = Counter("live_messages_received_total", "Messages of the members whose pages are open here")
subscribed_members = Gauge("live_subscribed_members", "Members to whose channel this process is subscribed")

# Channels of one SUBSCRIBE.
BATCH = 1_000
PING_SECONDS = 5.0
# Redis that has not answered for so long is gone, whatever its connection looks like.
SILENT_SECONDS = 15.0
RETRY_SECONDS = 1.0


class Subscriptions:
    def __init__(self, url: str, streams: Streams, poll_now: asyncio.Event) -> None:
        self._url, self._streams, self._poll_now = url, streams, poll_now
        self._subscribed: set[UUID] = set()
        self._confirmed: set[UUID] = set()
        self._heard_at = 0.0
        # Whether the streams of all members here are woken by Redis. Their poll is rare then.
        self.is_connected = False

    def is_subscribed(self, member_id: UUID) -> bool:
        """Whether Redis has confirmed the subscription of this member. Called from any thread."""
        return member_id in self._confirmed

    async def run(self) -> None:
        while True:
            redis = Redis.from_url(self._url, socket_connect_timeout=1, retry=None)
            try:
                async with redis, redis.pubsub() as channel:
                    await self._serve(channel)
            except* (RedisError, OSError) as errors:
                # NOTIFY and the poll wake the streams meanwhile; typing is lost.
                logger().warning("live_subscriptions_failed", problem=describe(errors.exceptions[0]))
            finally:
                self.is_connected = False
                self._poll_now.set()
                self._subscribed.clear()
                self._confirmed.clear()
                subscribed_members.set(0)
            await asyncio.sleep(RETRY_SECONDS)

    async def _serve(self, channel: PubSub) -> None:
        self._heard_at = time.monotonic()
        self._streams.changed.set()
        # A member nobody is: without any subscription `listen` ends.
        await channel.subscribe(channel_of(UUID(int=0)))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._receive_all(channel))
            tasks.create_task(self._follow_streams(channel))
            tasks.create_task(self._watch(channel))

    async def _follow_streams(self, channel: PubSub) -> None:
        """Keep the subscriptions those of the members who have a stream here."""
        while True:
            await self._streams.changed.wait()
            self._streams.changed.clear()
            wanted = self._streams.members()
            added, dropped = wanted - self._subscribed, self._subscribed - wanted
            self._subscribed = set(wanted)
            self._confirmed -= dropped
            for some in _channels(added):
                await channel.subscribe(*some)
            for some in _channels(dropped):
                await channel.unsubscribe(*some)
            subscribed_members.set(len(wanted))
            if not self.is_connected:
                self.is_connected = True
                # Messages before the subscription are lost: poll once.
                self._poll_now.set()

    async def _receive_all(self, channel: PubSub) -> None:
        async for item in channel.listen():
            self._heard_at = time.monotonic()
            self.receive(item)
        raise ConnectionError("no subscription is left")

    async def _watch(self, channel: PubSub) -> None:
        while time.monotonic() - self._heard_at < SILENT_SECONDS:
            await channel.ping()
            await asyncio.sleep(PING_SECONDS)
        raise ConnectionError("Redis says nothing")

    def receive(self, item: Any) -> None:
        """Act on a message of Redis. Any client of chat may publish, so the message is validated."""
        kind, name, data = item["type"], _text(item["channel"]), item["data"]
        if not name.startswith(PREFIX):
            return
        member_id = UUID(name.removeprefix(PREFIX))
        if kind == "subscribe":
            # An event between the first read of a stream and its subscription woke nobody.
            self._confirmed |= {member_id} & self._subscribed
            self._streams.notify(member_id)
        elif kind == "message":
            received_messages.inc()
            self._pass_on(member_id, data)

    def _pass_on(self, member_id: UUID, data: bytes) -> None:
        if data == FEED_GREW:
            self._streams.notify(member_id)
            return
        try:
            message = MemberMessage.model_validate_json(data)
        except ValidationError:
            logger().warning("live_message_malformed", bytes=len(data))
            return
        if message.superseded:
            self._streams.supersede(member_id, message.superseded)
        if (typing := message.typing) is not None:
            event = sse.typing(typing.typist_id, typing.conversation_id)
            self._streams.pass_on(member_id, typing.typist_id, event)
        if (signal := message.signal) is not None:
            self._streams.pass_on(member_id, signal.sender_id, sse.signal(signal))


def _channels(members: Iterable[UUID]) -> Iterable[list[str]]:
    waiting = [channel_of(member_id) for member_id in members]
    return (waiting[start : start + BATCH] for start in range(0, len(waiting), BATCH))


def _text(channel: object) -> str:
    return channel.decode(errors="replace") if isinstance(channel, bytes) else str(channel or "")
