"""One stream, from its first byte to its last."""

import asyncio
import time

from prometheus_client import Counter
from servicekit.errors import Refusal, Unavailable
from servicekit.errors_in_logs import describe
from servicekit.logs import logger
from servicekit.web.caller import Caller
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from chat.live import events
from chat.live.door import Door
from chat.live.feed import LiveFeed
from chat.live.streams import Stream, Streams
from chat.live.wakers import TROUBLE

streams_cut = Counter("live_streams_cut_total", "Streams whose client did not take what was sent in time")

SLOWEST_SECONDS = 10.0
PAUSE_SECONDS = 1.0
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class StreamEndpoint:
    """Answers GET /api/stream.php."""

    def __init__(self, door: Door, streams: Streams, feed: LiveFeed) -> None:
        self._door, self._streams, self._feed = door, streams, feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            caller, stream, opening = await self._open(request)
        except Refusal as refusal:
            await self._door.refuse(refusal, request)(scope, receive, send)
            return
        # An open stream keeps its scope, and of what the page said nothing is needed any more.
        scope["headers"] = []
        del request, caller
        self._streams.add(stream)
        leaving = asyncio.create_task(_end_when_left(stream, receive))
        try:
            await self._serve(stream, opening, send)
        except TimeoutError:
            streams_cut.inc()
        finally:
            leaving.cancel()
            self._streams.remove(stream)

    async def _open(self, request: Request) -> tuple[Caller, Stream, bytes]:
        try:
            caller, cursor = await self._door.let_in(request)
            sees_likers = self._door.sees_likers(request, caller)
            start, goes_on = await self._feed.resume(caller.member_id, cursor)
        except TROUBLE as error:
            logger().warning("live_cannot_open", problem=describe(error))
            raise Unavailable() from error
        stream = Stream(caller, sees_likers=sees_likers)
        stream.cursor = start
        return caller, stream, events.beginning() + (b"" if goes_on else events.hello(start))

    async def _serve(self, stream: Stream, opening: bytes, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _push(stream, opening, send)
        while not stream.has_ended:
            stream.wake.clear()
            try:
                content = await self._next(stream)
            except TROUBLE as error:
                # The page keeps its stream and its cursor; nothing is lost by waiting.
                logger().warning("live_cannot_read", problem=describe(error))
                stream.has_news = True
                await asyncio.sleep(PAUSE_SECONDS)
                continue
            if content:
                await _push(stream, content, send)
            elif not stream.has_news:
                await stream.wake.wait()
        last = events.superseded() if stream.is_superseded else b""
        async with asyncio.timeout(SLOWEST_SECONDS):
            await send({"type": "http.response.body", "body": last, "more_body": False})

    async def _next(self, stream: Stream) -> bytes:
        content = b""
        if stream.has_news:
            stream.has_news = False
            batch = await self._feed.after(stream.member_id, stream.cursor, sees_likers=stream.sees_likers)
            content, stream.cursor = batch.content, batch.cursor
            stream.has_news |= batch.is_full
        while stream.typing:
            typist_id, conversation_id = stream.typing.pop(0)
            if await self._feed.is_visible(stream.member_id, typist_id):
                content += events.typing(typist_id, conversation_id)
        if not content and stream.ping_at <= time.monotonic():
            content = events.PING
        return content


async def _push(stream: Stream, content: bytes, send: Send) -> None:
    # A client that does not take it in time is cut, and resumes by its cursor.
    async with asyncio.timeout(SLOWEST_SECONDS):
        await send({"type": "http.response.body", "body": content, "more_body": True})
    stream.was_sent()


async def _end_when_left(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()
