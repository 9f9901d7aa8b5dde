"""Reception of Postgres NOTIFY on an asyncio connection."""

import asyncio
from collections.abc import AsyncIterator

from psycopg import AsyncConnection, Notify


async def notifications(connection: AsyncConnection) -> AsyncIterator[Notify]:
    """Yield the notifications of this connection's channels until it breaks, then raise psycopg.OperationalError.

    psycopg's own `notifies()` without a timeout wakes ten times a second to look for signals: a third of the CPU of an
    idle worker. This waits for the socket alone, and reads what has arrived without waiting.
    """
    loop, socket = asyncio.get_running_loop(), connection.fileno()
    while True:
        # Read all before the first is passed on: psycopg locks the connection while it is read.
        for notification in [each async for each in connection.notifies(timeout=0)]:
            yield notification
        readable = loop.create_future()
        # psycopg removes the reader of this socket after each call: it is registered anew for every wait.
        loop.add_reader(socket, _resolve, readable)
        try:
            await readable
        finally:
            loop.remove_reader(socket)


def _resolve(readable: asyncio.Future[None]) -> None:
    if not readable.done():
        readable.set_result(None)
