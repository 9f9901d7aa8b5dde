"""The view of `GET /api/stream.php`: opens, serves and ends one stream."""

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from flask import request
from prometheus_client import Counter, Histogram
from shared.kit.core import Malformed, Unavailable, describe, logger
from shared.kit.http import Caller, Streaming, caller
from shared.sites import UnknownSite
from starlette.types import Receive, Send

from chat.live import sse
from chat.live.feed_reader import FeedReader
from chat.live.stream_limit import StreamLimit
from chat.live.streams import Stream, Streams
from chat.live.wakeups import DATABASE_ERRORS
from chat.web.context import current_site

streams_cut = Counter("live_streams_cut_total", "Streams cut because the client did not read in time")

# By two clocks: the database's at the beginning of the transaction, and this machine's after the write to the stream.
delivery_seconds = Histogram(
    "live_delivery_seconds",
    "From the writing of an event to its sending to an open page",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60),
)

SLOWEST_SECONDS = 10.0
PAUSE_SECONDS = 1.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class StreamEndpoint:
    def __init__(self, most: int, streams: Streams, feed: FeedReader, limit: StreamLimit | None) -> None:
        self._most, self._streams, self._feed, self._limit = most, streams, feed, limit

    async def open(self) -> Streaming:
        """Answer the request with a stream from its cursor on. Raises Unavailable beyond the most of a process."""
        if self._streams.is_closing or self._streams.count >= self._most:
            raise Unavailable()
        member, cursor = caller(), _cursor()
        stream = Stream(member, sees_likers=_sees_likers(member))
        try:
            stream.cursor, goes_on = await self._feed.resume(member.member_id, cursor)
        except DATABASE_ERRORS as error:
            logger().warning("live_open_failed", problem=describe(error))
            raise Unavailable() from error
        opening = sse.beginning() + (b"" if goes_on else sse.hello(stream.cursor))
        return Streaming(partial(self._run, stream, opening))

    async def _run(self, stream: Stream, opening: bytes, receive: Receive, send: Send) -> None:
        self._streams.add(stream)
        leaving = asyncio.create_task(self._end_on_disconnect(stream, receive))
        try:
            await self._serve(stream, opening, send)
        except TimeoutError:
            streams_cut.inc()
        finally:
            leaving.cancel()
            self._streams.remove(stream)
            # While closing, thousands end at once; their pages reconnect, so the oldest of a set are those left here.
            if self._limit and not self._streams.is_closing:
                await self._limit.closed(stream)

    async def _serve(self, stream: Stream, opening: bytes, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _push(stream, opening, send)
        while not stream.has_ended:
            stream.wake.clear()
            try:
                content, written_at = await self._next(stream)
            except DATABASE_ERRORS as error:
                # The page keeps its stream and its cursor, so nothing is lost by waiting.
                logger().warning("live_read_failed", problem=describe(error))
                stream.has_events = True
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            if content:
                await _push(stream, content, send)
                _measure(written_at)
            elif not stream.has_events:
                await stream.wake.wait()
        last = sse.superseded() if stream.is_superseded else b""
        async with asyncio.timeout(SLOWEST_SECONDS):
            await send({"type": "http.response.body", "body": last, "more_body": False})

    async def _next(self, stream: Stream) -> tuple[bytes, Sequence[datetime]]:
        """The next bytes to send, and when those events among them were written that came while the stream was open."""
        ready = stream.take_ready()
        content, written_at = b"".join(each.content for each in ready), [each.written_at for each in ready]
        if stream.has_events:
            stream.has_events = False
            try:
                batch = await self._feed.after(stream.member_id, stream.cursor, sees_likers=stream.sees_likers)
            except DATABASE_ERRORS:
                if not content:
                    raise
                # The cursor is past what was delivered, so that is sent now, and the feed is read afterwards.
                stream.has_events = True
                return content, written_at
            content, stream.cursor = content + batch.content, batch.cursor
            stream.has_events |= batch.is_full
            # Events from before the stream was opened waited for the page, not the page for them.
            written_at += batch.written_at if stream.has_caught_up else ()
            stream.has_caught_up |= not batch.is_full
        while stream.passing:
            about_id, event = stream.passing.pop(0)
            if await self._feed.is_visible(stream.member_id, about_id):
                content += event
        if not content and stream.ping_at <= time.monotonic():
            content = sse.PING
        return content, written_at

    async def _end_on_disconnect(self, stream: Stream, receive: Receive) -> None:
        if self._limit:
            await self._limit.opened(stream)
        while (await receive())["type"] != "http.disconnect":
            pass
        stream.end()


def _sees_likers(member: Caller) -> bool:
    """Whether like events may name the liker to this member."""
    try:
        return member.is_premium or current_site().received_likes == "all"
    except UnknownSite:
        return False


def _cursor() -> int | None:
    """The position of the last event the page has: `Last-Event-ID` of a reconnect before the query parameter."""
    given = request.headers.get("Last-Event-ID") or request.args.get("cursor")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        raise Malformed()
    return int(given)


def _measure(written_at: Sequence[datetime]) -> None:
    now = datetime.now(UTC)
    for one in written_at:
        delivery_seconds.observe((now - one).total_seconds())


async def _push(stream: Stream, content: bytes, send: Send) -> None:
    # A client that does not read in time is disconnected, and resumes by its cursor.
    async with asyncio.timeout(SLOWEST_SECONDS):
        await send({"type": "http.response.body", "body": content, "more_body": True})
    stream.was_sent()
