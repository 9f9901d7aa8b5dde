"""Search among very many: its statements in the database, its way through gateway and service, its cost to writes.

The members come by COPY into a PostgreSQL of their own, whose settings are the product's but for larger buffers.
"""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from profiles.storage.activity import NOTE
from psycopg import sql
from runner.backing_services import postgres_server
from shared.kit.db import Database
from shared.kit.testing.database import migrated, superuser_of

from benches.crowd import fill
from benches.report import Row, percentile
from benches.search_requests import GATHERED, way_rows
from benches.searches import BUDGET_MS, Search, Taken, ask, searches_of, shares_of

SIZES = (10_000, 100_000, 1_000_000)


CLIENTS, SEARCHES = 4, 150


WRITE_SECONDS = 4.0


BUFFERS = {"shared_buffers": "512MB", "max_wal_size": "4GB", "effective_cache_size": "2GB"}


def measure(members: Sequence[int] = SIZES) -> list[Row]:
    rows: list[Row] = []
    earlier: dict[str, float] = {}
    for size in members:
        with crowded(size) as address:
            found, earlier = database_rows(address, size, earlier)
            rows += found
            rows += way_rows(address, size)
            rows += write_rows(address, size)
    return rows


@contextmanager
def crowded(members: int) -> Iterator[str]:
    with postgres_server(durable=True, settings=BUFFERS) as server:
        address = superuser_of(Database(migrated(server.url, "profiles")))
        fill(address, members)
        yield address


def database_rows(address: str, size: int, earlier: dict[str, float]) -> tuple[list[Row], dict[str, float]]:
    """Duration of the statements with four concurrent clients."""
    searches = searches_of(address, CLIENTS * SEARCHES)
    taken = together(address, searches)
    rows, p99 = [Row(f"{size:,} members, nothing at all: p99", percentile(idle(address), 0.99) * 1e3, "ms")], {}
    for kind in dict.fromkeys(search.kind for search in searches):
        what = f"{size:,} members, {kind}"
        these = [one for one in taken if one.kind == kind]
        # The page alone: the index scan for many; for few there is no page without having read them all.
        pages = [(one.begin if one.few else one.scan) * 1e3 for one in these]
        both = [(one.begin + one.scan) * 1e3 for one in these]
        p99[kind] = percentile(pages, 0.99)
        rows += [
            Row(f"{what}: page, p50", percentile(pages, 0.5), "ms"),
            Row(f"{what}: page, p99, budget beside", p99[kind], "ms", BUDGET_MS.get(kind)),
            Row(f"{what}: page and exact count to 1,000, p50", percentile(both, 0.5), "ms"),
            Row(f"{what}: page and exact count to 1,000, p99", percentile(both, 0.99), "ms"),
            Row(f"{what}: the same, the database's CPU, p99", percentile([one.cpu * 1e3 for one in these], 0.99), "ms"),
        ]
        if kind in earlier:
            rows.append(Row(f"{what}: page, p99, the smaller size beside", p99[kind], "ms", earlier[kind]))
    return rows, p99


def idle(address: str) -> list[float]:
    """Duration of `SELECT 1` with four concurrent clients: the machine's share of every statement."""
    with multiprocessing.get_context("spawn").Pool(CLIENTS) as pool:
        return [seconds for each in pool.map(idle_client, [address] * CLIENTS) for seconds in each]


def idle_client(address: str) -> list[float]:
    taken = []
    with psycopg.connect(address, autocommit=True) as connection:
        for _ in range(500):
            started = time.perf_counter()
            connection.execute("SELECT 1").fetchone()
            taken.append(time.perf_counter() - started)
    return taken


def together(address: str, searches: list[Search]) -> list[Taken]:
    """Run all statements with four concurrent clients; return the duration of each."""
    shares = [searches[number::CLIENTS] for number in range(CLIENTS)]
    with multiprocessing.get_context("spawn").Pool(CLIENTS) as pool:
        return [taken for each in pool.starmap(client, [(address, share) for share in shares]) for taken in each]


def client(address: str, searches: list[Search]) -> list[Taken]:
    shares = shares_of(address)
    with psycopg.connect(address, autocommit=True) as connection:
        for search in searches[:30]:
            ask(connection, search, shares)
        return [ask(connection, search, shares) for search in searches]


def write_rows(address: str, size: int) -> list[Row]:
    """Updates of last activity a second, with the indexes of search and without them."""
    with psycopg.connect(address, autocommit=True) as connection:
        members = [row[0] for row in connection.execute("SELECT member_id FROM profiles ORDER BY random() LIMIT 60000")]
        connection.execute(
            "UPDATE profiles SET last_active_at = last_active_at - interval '2 days' WHERE member_id = ANY(%s)",
            [members],
        )
        half = len(members) // 2
        with_indexes = _noted_a_second(connection, members[:half])
        for (name,) in connection.execute(
            "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'ix\\_search\\_%'"
        ).fetchall():
            connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
        without = _noted_a_second(connection, members[half:])
    return [
        Row(f"{size:,} members, noted as active, without search's indexes beside", with_indexes, "members/s", without)
    ]


def _noted_a_second(connection: psycopg.Connection[Any], members: list[UUID]) -> float:
    note = NOTE.replace(":members", "%(members)s").replace(":day", "%(day)s")
    started, noted, today = time.perf_counter(), 0, datetime.now(UTC).date()
    for start in range(0, len(members), GATHERED):
        some = members[start : start + GATHERED]
        connection.execute(note, {"members": some, "day": today})
        noted += len(some)
        if time.perf_counter() - started > WRITE_SECONDS:
            break
    return noted / (time.perf_counter() - started)
