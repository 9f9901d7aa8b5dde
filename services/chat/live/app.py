"""The ASGI application of the live process: streams, health and metrics."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from shared.kit.core import KnownRevocations, RevocationReader, cancel_and_wait, logger
from shared.kit.db import schema_check
from shared.kit.http import RateLimiter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from chat.live.auth import StreamAuth
from chat.live.endpoint import StreamEndpoint
from chat.live.feed_reader import FeedReader
from chat.live.stream_limit import StreamLimit
from chat.live.streams import STREAMS_PER_MEMBER, Streams
from chat.live.wakeups import Wakeups
from chat.wiring import Wiring


class LiveApp:
    """Serves streams past Starlette, whose middleware would keep a frame for each open stream."""

    def __init__(self, wiring: Wiring) -> None:
        self._feed = FeedReader(wiring.database, wiring.links)
        has_limits = wiring.settings.has_limits
        self._streams = Streams(STREAMS_PER_MEMBER if has_limits else None)
        self._known = KnownRevocations()
        self._wiring = wiring
        self._has_schema = schema_check(wiring.settings.service, wiring.database)
        limiter = RateLimiter.of(wiring.settings, wiring.database)
        auth = StreamAuth(wiring.settings, wiring.sites, self._streams, self._known, limiter)
        self._limit = StreamLimit(wiring.settings.redis_url) if has_limits else None
        self._endpoint = StreamEndpoint(auth, self._streams, self._feed, self._limit)
        self._internal = Starlette(
            routes=[
                Route("/health/live", _live),
                Route("/health/ready", self._ready),
                Route("/metrics", _metrics),
            ],
            lifespan=self._run,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_internal = scope["type"] != "http" or scope["path"].startswith(("/health/", "/metrics"))
        await (self._internal if is_internal else self._endpoint)(scope, receive, send)

    @asynccontextmanager
    async def _run(self, _: Starlette) -> AsyncIterator[None]:
        settings = self._wiring.settings
        await self._feed.open()
        revocations = RevocationReader(settings.redis_url, self._known)
        await asyncio.to_thread(revocations.start)
        wakeups = Wakeups(self._streams, self._feed, self._known, self._wiring.database.dsn, settings.redis_url)
        waiting = asyncio.create_task(wakeups.run())
        waiting.add_done_callback(_stop_with)
        _close_on_sigterm(self._streams)
        yield
        revocations.stop()
        await cancel_and_wait(waiting)
        await self._feed.close()
        if self._limit:
            await self._limit.close()

    async def _ready(self, _: Request) -> Response:
        has_schema = await asyncio.to_thread(self._has_schema)
        return PlainTextResponse("ready\n") if has_schema else PlainTextResponse("not ready\n", 503)


async def _live(_: Request) -> Response:
    return PlainTextResponse("live\n")


async def _metrics(_: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _stop_with(waiting: "asyncio.Task[None]") -> None:
    """End the process when the wakeups fail, so that it is restarted: streams would sleep for ever."""
    if not waiting.cancelled() and waiting.exception() is not None:
        logger().error("live_wakeups_failed", exc_info=waiting.exception())
        signal.raise_signal(signal.SIGTERM)


def _close_on_sigterm(streams: Streams) -> None:
    """End the streams on SIGTERM: the server waits for responses, and a stream has no end of its own."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    def close(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(streams.close)
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, close)
