"""LISTEN for the commits that concern a worker, over one connection."""

import asyncio
from collections.abc import Callable

import psycopg

from shared.kit.db.commit_notifier import JOBS_CHANNEL, OUTBOX_CHANNEL
from shared.kit.db.database import Database
from shared.kit.db.listening import notifications

CHANNELS = (OUTBOX_CHANNEL, JOBS_CHANNEL)
# Called with the payload; with None when notifications may have been lost.
Notified = Callable[[str | None], None]


class CommitListener:
    """Calls back in its event loop, also whenever it has connected: what was sent before that is lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._callbacks: dict[str, Notified] = {}

    def on(self, channel: str, notified: Notified) -> None:
        """Call this from now on for each notification of the channel."""
        self._callbacks[channel] = notified

    async def run(self) -> None:
        """Never ends by itself. Its callers poll as well, because it misses notifications while it reconnects."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._database.dsn, autocommit=True) as connection:
                    for channel in CHANNELS:
                        await connection.execute(f"LISTEN {channel}")
                    for notified in self._callbacks.values():
                        notified(None)
                    async for each in notifications(connection):
                        if each.channel in self._callbacks:
                            self._callbacks[each.channel](each.payload)
            except (psycopg.Error, OSError):
                await asyncio.sleep(0.5)
