"""The ASGI application of the live process: streams, sends of messages, and their translations."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from flask import Blueprint
from shared.kit.core import RevocationReader, cancel_and_wait, logger
from shared.kit.http import AsyncViews, create_app
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from chat.clients.member_channel import FeedPublisher
from chat.live.delivery import Delivery
from chat.live.endpoint import StreamEndpoint
from chat.live.feed_reader import FeedReader
from chat.live.stream_limit import StreamLimit
from chat.live.streams import STREAMS_PER_MEMBER, Streams
from chat.live.wakeups import Wakeups
from chat.storage.feed import FEED
from chat.usecases.send_message import send_batches
from chat.web.messages import messages
from chat.web.translations import translations
from chat.wiring import Wiring


class LiveApp:
    def __init__(self, wiring: Wiring) -> None:
        self._settings, self._database = wiring.settings, wiring.database
        self._feed = FeedReader(wiring.database, wiring.links)
        has_limits = wiring.settings.has_limits
        self._streams = Streams(STREAMS_PER_MEMBER if has_limits else None)
        self._delivery = Delivery(self._streams, wiring.links)
        sending = replace(wiring, pages=self._delivery)
        sending = replace(sending, send_batches=send_batches(sending.unit_of_work, wiring.billing))
        self._limit = StreamLimit(wiring.settings.redis_url) if has_limits else None
        streams = Blueprint("streams", __name__, url_prefix="/api")
        opened = StreamEndpoint(wiring.settings.streams_per_process, self._streams, self._feed, self._limit)
        streams.get("/stream.php")(opened.open)
        origins = wiring.sites.origins(wiring.settings.public_url)
        app = create_app(wiring.settings, wiring.database, [messages, translations, streams], sending, origins)
        self._views, self._known = AsyncViews(app), app.extensions["revocations"]
        self._lifespan = Starlette(lifespan=self._run)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._views if scope["type"] == "http" else self._lifespan)(scope, receive, send)

    def close(self) -> None:
        """End the streams, which have no end of their own: the server waits for responses before it stops."""
        self._streams.close()

    @asynccontextmanager
    async def _run(self, _: Starlette) -> AsyncIterator[None]:
        await self._feed.open()
        self._delivery.open()
        revocations = RevocationReader(self._settings.redis_url, self._known)
        await asyncio.to_thread(revocations.start)
        wakeups = Wakeups(self._streams, self._feed, self._known, self._database.dsn, self._settings.redis_url)
        publisher = FeedPublisher(self._settings.redis_url, wakeups.is_subscribed)
        self._database.commit_notifier.publish_with(FEED, publisher.publish)
        waiting = asyncio.create_task(wakeups.run())
        waiting.add_done_callback(_stop_with)
        yield
        revocations.stop()
        await cancel_and_wait(waiting)
        await self._feed.close()
        if self._limit:
            await self._limit.close()


def _stop_with(waiting: "asyncio.Task[None]") -> None:
    """End the process when the wakeups fail, so that it is restarted: streams would sleep for ever."""
    if not waiting.cancelled() and waiting.exception() is not None:
        logger().error("live_wakeups_failed", exc_info=waiting.exception())
        signal.raise_signal(signal.SIGTERM)
