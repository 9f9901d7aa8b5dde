"""The process that holds members' open pages and tells them what is new."""

import asyncio
import logging
import resource
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import FrameType

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from servicekit.logs import logger
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from chat.live.door import Door
from chat.live.events import LiveEvents
from chat.live.feed import LiveFeed
from chat.live.serving import StreamEndpoint
from chat.live.streams import Streams
from chat.live.wakers import TROUBLE, Revocations, Wakers
from chat.wiring import Wiring

EVENTS = LiveEvents
FILES_BESIDES = 200


def create_app(wiring: Wiring) -> Starlette:
    streams, feed = Streams(), LiveFeed(wiring.database, wiring.links)
    revocations = Revocations(feed)
    door = Door(wiring.settings, wiring.sites, streams, revocations)

    @asynccontextmanager
    async def run(app: Starlette) -> AsyncIterator[None]:
        _allow_files(wiring.settings.streams_per_process)
        await feed.open()
        wakers = Wakers(streams, feed, revocations, wiring.database.dsn, wiring.settings.redis_url)
        waking = asyncio.create_task(wakers.run())
        waking.add_done_callback(_stop_with)
        _close_on_sigterm(streams)
        yield
        waking.cancel()
        await asyncio.gather(waking, return_exceptions=True)
        await feed.close()

    async def live(_: Request) -> Response:
        return PlainTextResponse("live\n")

    async def ready(_: Request) -> Response:
        try:
            await feed.revoked_sessions()
        except TROUBLE:
            return PlainTextResponse("not ready\n", 503)
        return PlainTextResponse("ready\n")

    async def metrics(_: Request) -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    # A cut stream is no fault of ours; uvicorn would say so for each.
    logging.getLogger("uvicorn.error").addFilter(lambda record: "without completing" not in record.getMessage())
    return Starlette(
        routes=[
            Route("/health/live", live),
            Route("/health/ready", ready),
            Route("/metrics", metrics),
            Route("/{path:path}", StreamEndpoint(door, streams, feed)),
        ],
        lifespan=run,
    )


def _stop_with(waking: "asyncio.Task[None]") -> None:
    """Streams that nothing wakes are of no use: end with the wakers, and be started again."""
    if not waking.cancelled() and waking.exception() is not None:
        logger().error("wakers_failed", exc_info=waking.exception())
        signal.raise_signal(signal.SIGTERM)


def _allow_files(streams: int) -> None:
    """Each stream is an open file, and the usual limit is a thousand."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + FILES_BESIDES
    if hard != resource.RLIM_INFINITY and hard < wanted:
        logger().warning("live_may_hold_fewer_streams", files=hard, streams=streams)
        wanted = hard
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


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
