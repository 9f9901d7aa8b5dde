"""Events of a commit of this process, for the pages that it serves."""

import asyncio
from collections.abc import Collection, Sequence
from uuid import UUID

from chat.domain.feed_event import Appended
from chat.live import sse
from chat.live.streams import Ready, Streams
from chat.photo_links import PhotoLinks


class Delivery:
    """The `OpenPages` of this process. Pages get a message as it was committed; everything else they read."""

    _loop: asyncio.AbstractEventLoop

    def __init__(self, streams: Streams, links: PhotoLinks) -> None:
        self._streams, self._links = streams, links

    def open(self) -> None:
        """Deliver in the running event loop from now on."""
        self._loop = asyncio.get_running_loop()

    def has(self, member_id: UUID) -> bool:
        return member_id in self._streams.members()

    def deliver(self, events: Sequence[Appended], others: Collection[UUID]) -> None:
        self._loop.call_soon_threadsafe(self._deliver, events, others)

    def _deliver(self, events: Sequence[Appended], others: Collection[UUID]) -> None:
        for member_id in others:
            self._streams.notify(member_id)
        for each in events:
            member_id, message, content = each.event.member_id, each.event.message, b""
            if each.event.kind != "message" or message is None or message.reply_to:
                self._streams.notify(member_id)  # a quote is read
                continue
            if each.is_visible:
                content = sse.message(message, each.event, each.total_unread, each.position, self._links)
            self._streams.deliver(member_id, Ready(each.position, content, each.written_at))
