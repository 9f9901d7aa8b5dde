"""NOTIFY is received as it comes, without looking for it on a clock."""

import asyncio
from collections.abc import AsyncGenerator

import psycopg
import pytest
from shared.kit.db.database import Database
from shared.kit.db.listening import notifications


class CountedConnection(psycopg.AsyncConnection):
    """Counts how often it looks for notifications."""

    looks = 0

    async def notifies(
        self, *, timeout: float | None = None, stop_after: int | None = None
    ) -> AsyncGenerator[psycopg.Notify]:
        self.looks += 1
        async for notification in super().notifies(timeout=timeout, stop_after=stop_after):
            yield notification


async def listen(database: Database) -> CountedConnection:
    connection = await CountedConnection.connect(database.dsn, autocommit=True)
    await connection.execute("LISTEN news")
    return connection


def test_notifications_come_in_order_and_nothing_looks_for_them_meanwhile(database: Database) -> None:
    async def scenario() -> None:
        async with await listen(database) as connection, await listen(database) as sender:
            received = notifications(connection)
            for payload in ("a", "b"):
                waiting = asyncio.ensure_future(anext(received))
                await asyncio.sleep(0.3)  # psycopg's own generator would look three times
                before = connection.looks
                await sender.execute("SELECT pg_notify('news', %s)", [payload])
                assert (await waiting).payload == payload
                assert connection.looks <= before + 1
            # Several that arrived while nobody waited.
            for payload in ("c", "d", "e"):
                await sender.execute("SELECT pg_notify('news', %s)", [payload])
            assert [(await anext(received)).payload for _ in range(3)] == ["c", "d", "e"]
            assert connection.looks < 12

    asyncio.run(scenario())


def test_a_broken_connection_is_raised(database: Database) -> None:
    async def scenario() -> None:
        async with await listen(database) as connection:
            waiting = asyncio.ensure_future(anext(notifications(connection)))
            await asyncio.sleep(0)
            with psycopg.connect(database.dsn, autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [connection.info.backend_pid])
            with pytest.raises(psycopg.OperationalError):
                await waiting

    asyncio.run(scenario())
