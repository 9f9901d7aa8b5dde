"""The process that holds members' open pages and tells them what is new."""

import asyncio
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from servicekit.logs import logger
from servicekit.web.rate_limit import RateLimiter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from chat.live.door import Door
from chat.live.events import LiveEvents
from chat.live.feed import LiveFeed
from chat.live.serving import StreamEndpoint
from chat.live.streams import STREAMS_PER_MEMBER, Streams
from chat.live.wakers import TROUBLE, Revocations, Wakers
from chat.wiring import Wiring

EVENTS = LiveEvents


class LiveApp:
    """Streams past Starlette: of its layers, each open stream would keep a frame."""

    def __init__(self, wiring: Wiring) -> None:
        self._feed = LiveFeed(wiring.database, wiring.links)
        has_limits = wiring.settings.has_limits
        self._streams = Streams(STREAMS_PER_MEMBER if has_limits else None)
        self._revocations = Revocations(self._feed)
        self._wiring = wiring
        limiter = RateLimiter.of(wiring.settings, wiring.database)
        door = Door(wiring.settings, wiring.sites, self._streams, self._revocations, limiter)
        self._endpoint = StreamEndpoint(door, self._streams, self._feed)
        self._besides = Starlette(
            routes=[
                Route("/health/live", _live),
                Route("/health/ready", self._ready),
                Route("/metrics", _metrics),
            ],
            lifespan=self._run,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_besides = scope["type"] != "http" or scope["path"].startswith(("/health/", "/metrics"))
        await (self._besides if is_besides else self._endpoint)(scope, receive, send)

    @asynccontextmanager
    async def _run(self, _: Starlette) -> AsyncIterator[None]:
        settings = self._wiring.settings
        await self._feed.open()
        wakers = Wakers(self._streams, self._feed, self._revocations, self._wiring.database.dsn, settings.redis_url)
        waking = asyncio.create_task(wakers.run())
        waking.add_done_callback(_stop_with)
        _close_on_sigterm(self._streams)
        yield
        waking.cancel()
        await asyncio.gather(waking, return_exceptions=True)
        await self._feed.close()

    async def _ready(self, _: Request) -> Response:
        try:
            await self._feed.revocations()
        except TROUBLE:
            return PlainTextResponse("not ready\n", 503)
        return PlainTextResponse("ready\n")


async def _live(_: Request) -> Response:
    return PlainTextResponse("live\n")


async def _metrics(_: Request) -> Response:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _stop_with(waking: "asyncio.Task[None]") -> None:
    """Streams that nothing wakes are of no use: end with the wakers, and be started again."""
    if not waking.cancelled() and waking.exception() is not None:
        logger().error("wakers_failed", exc_info=waking.exception())
        signal.raise_signal(signal.SIGTERM)


def _close_on_sigterm(streams: Streams) -> None:
    """The server waits for answers to end; these end only when told."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    def close(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(streams.close)
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGTERM, close)
