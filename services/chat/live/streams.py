"""The open streams of this process and their state."""

import asyncio
import time
from collections.abc import Collection, Iterator, Set
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from prometheus_client import Gauge
from shared.kit.core import KnownRevocations
from shared.kit.http import Caller

open_streams = Gauge("live_streams", "Streams that are open")

PING_SECONDS = 15.0
PASSING_LIMIT = 64
READY_LIMIT = 8
# Tabs and devices of one member; the rate of opening is in gateway/limits.yaml. Each process limits its own streams,
# and `StreamLimit` those of all processes.
STREAMS_PER_MEMBER = 10


class Ready(NamedTuple):
    """An event as it is sent to every page of its member; empty if it is not visible to them."""

    position: int
    content: bytes
    written_at: datetime


class Stream:
    """One open page. It reads its feed from its cursor only when the last batch is sent: slow ones buffer little."""

    __slots__ = (
        "cursor",
        "expires_at",
        "has_caught_up",
        "has_ended",
        "has_events",
        "id",
        "is_superseded",
        "issued_at",
        "member_id",
        "passing",
        "ping_at",
        "ready",
        "sees_likers",
        "session_id",
        "wake",
    )

    def __init__(self, caller: Caller, *, sees_likers: bool = True) -> None:
        self.id = uuid4()
        self.member_id, self.session_id = caller.member_id, caller.session_id
        self.issued_at, self.expires_at = caller.issued_at, caller.expires_at
        self.sees_likers = sees_likers
        self.cursor = 0
        self.has_events, self.has_ended, self.is_superseded = True, False, False
        self.has_caught_up = False  # whether it has sent what was written before it was opened
        # Events that are in no feed, each with the member it is about.
        self.passing: list[tuple[UUID, bytes]] = []
        self.ready: list[Ready] = []
        self.wake = asyncio.Event()
        self.was_sent()

    def deliver(self, event: "Ready") -> None:
        """Have this event sent; beyond a few that wait, the feed is read instead."""
        if len(self.ready) < READY_LIMIT:
            self.ready.append(event)
        else:
            self.has_events = True
        self.wake.set()

    def take_ready(self) -> list["Ready"]:
        """The delivered events that follow the cursor, which moves to the last of them. With a gap before one, as
        after a commit elsewhere, the feed is to be read."""
        taken = []
        for each in self.ready:
            if each.position == self.cursor + 1:
                self.cursor += 1
                taken.append(each)
            elif each.position > self.cursor:
                self.has_events = True
        self.ready.clear()
        return taken

    def was_sent(self) -> None:
        self.ping_at = time.monotonic() + PING_SECONDS

    def end(self) -> None:
        self.has_ended = True
        self.wake.set()

    def supersede(self) -> None:
        """End it for a newer one of the same member; its page gets an event and does not reconnect by itself."""
        self.is_superseded = True
        self.end()


class Streams:
    def __init__(self, per_member: int | None = STREAMS_PER_MEMBER) -> None:
        """`per_member` of None is without a limit."""
        self._per_member = per_member
        self._of: dict[UUID, list[Stream]] = {}
        self.count = 0
        self.is_closing = False
        # Set when the members with a stream have changed.
        self.changed = asyncio.Event()

    def __iter__(self) -> Iterator[Stream]:
        return (stream for streams in list(self._of.values()) for stream in list(streams))

    def add(self, stream: Stream) -> None:
        streams = self._of.setdefault(stream.member_id, [])
        if not streams:
            self.changed.set()
        streams.append(stream)
        if self._per_member is not None:
            open_ones = [each for each in streams if not each.has_ended]
            for oldest in open_ones[: -self._per_member]:
                oldest.supersede()
        self.count += 1
        open_streams.inc()

    def remove(self, stream: Stream) -> None:
        streams = self._of[stream.member_id]
        streams.remove(stream)
        if not streams:
            del self._of[stream.member_id]
            self.changed.set()
        self.count -= 1
        open_streams.dec()

    def members(self) -> Set[UUID]:
        """The members with a stream."""
        return self._of.keys()

    def notify(self, member_id: UUID) -> None:
        """Wake the member's streams: there is an event in the feed."""
        for stream in self._of.get(member_id, ()):
            stream.has_events = True
            stream.wake.set()

    def deliver(self, member_id: UUID, event: Ready) -> None:
        for stream in self._of.get(member_id, ()):
            stream.deliver(event)

    def pass_on(self, member_id: UUID, about_id: UUID, event: bytes) -> None:
        """Send an event that is in no feed, such as typing; the oldest of too many are lost."""
        for stream in self._of.get(member_id, ()):
            stream.passing = [*stream.passing, (about_id, event)][-PASSING_LIMIT:]
            stream.wake.set()

    def supersede(self, member_id: UUID, stream_ids: Collection[UUID]) -> None:
        for stream in self._of.get(member_id, ()):
            if stream.id in stream_ids:
                stream.supersede()

    def tick(self) -> None:
        """Wake streams that are due for a ping, and end those with an expired token."""
        now, clock = time.monotonic(), time.time()
        for stream in self:
            if stream.expires_at <= clock:
                stream.end()
            elif stream.ping_at <= now:
                stream.wake.set()

    def end_refused(self, known: KnownRevocations) -> None:
        """End the streams of revoked sessions and tokens."""
        now = time.time()
        for stream in self:
            if known.refuses(stream.session_id, stream.issued_at, now):
                stream.end()

    def close(self) -> None:
        """End all streams: their pages reconnect to another process, each with its cursor."""
        self.is_closing = True
        for stream in self:
            stream.end()
