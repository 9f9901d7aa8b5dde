"""Search among very many: its statements in the database, its way through gateway and service, its cost to writes.

The members come by COPY into a PostgreSQL of their own, whose settings are the product's but for larger buffers.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import psycopg
from profiles.domain.atlas import Atlas
from profiles.domain.interests import Interest
from profiles.domain.profile import Viewer
from profiles.domain.search import COUNTED, FEW, Count, Criteria, Filters, Nearness, criteria_for
from profiles.domain.traits import TRAITS, Gender
from profiles.gazetteer import regions, towns
from profiles.storage.activity import NOTE
from profiles.storage.search import begin_statement, page_statement
from profiles.storage.search_shares import Shares
from psycopg import sql
from runner.backing_services import postgres_server
from runner.paths import ROOT
from runner.ports import free_port
from shared.kit.keys import new_key
from shared.kit.migrate import migrate
from shared.kit.testing.tokens import KeyPair
from sqlalchemy import create_engine

from benches import load
from benches.crowd import fill
from benches.gateway import envoy
from benches.report import Row, percentile

SIZES = (10_000, 100_000, 1_000_000)
CLIENTS, SEARCHES = 4, 150
PAGE = 25
WAYS, GATHERED = 60, 100
BARE = "/api/interests.php"
BUDGET_MS = {"with gender, age, place, photo, blocks": 10.0, "with further fields and interests": 50.0}
WRITE_SECONDS = 4.0
BUFFERS = {"shared_buffers": "512MB", "max_wal_size": "4GB", "effective_cache_size": "2GB"}
VIEWERS = """
    SELECT member_id, gender, seeks, birth_date, interests, town_id, country, region FROM profiles
    ORDER BY (member_id IN (SELECT blocker_id FROM blocks)) DESC, hashtext(member_id::text) LIMIT 400
"""


@dataclass(frozen=True)
class Search:
    """One search as a member would make it: first how many there are, then the page."""

    kind: str
    viewer: UUID
    criteria: Criteria


@dataclass(frozen=True)
class Taken:
    """Seconds: how many there are, with the page when they are few; and the index scan for a page of many."""

    kind: str
    begin: float
    scan: float
    few: bool
    cpu: float  # of the database, for all of it: other work on the machine is not in it


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
        migrate("profiles", server.url)
        fill(server.url, members)
        yield server.url


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
            Row(f"{what}: page and exact count to 10,000, p50", percentile(both, 0.5), "ms"),
            Row(f"{what}: page and exact count to 10,000, p99", percentile(both, 0.99), "ms"),
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


def searches_of(address: str, each: int) -> list[Search]:
    """Searches of members, `each` of every kind; members with many blocks are among them."""
    rng = Random(11)  # noqa: S311
    viewers = _viewers(address)
    atlas = Atlas(towns(), regions())
    found: list[Search] = []
    for number in range(each):
        viewer, country, region = viewers[number % len(viewers)]
        filters = _filters(rng, viewer, country, region)
        further = _further(rng, filters)
        for kind, one in zip(BUDGET_MS, (filters, further), strict=True):
            found.append(Search(kind, viewer.member_id, criteria_for(viewer, one)))
        rings = atlas.rings(viewer.town_id or 0)
        nearness = Nearness(rings[rng.randrange(len(rings))])
        wide = replace(criteria_for(viewer, filters), country=None, region=None, nearness=nearness)
        found.append(Search("one band of distance", viewer.member_id, wide))
    return found


def _viewers(address: str) -> list[tuple[Viewer, str, str]]:
    now = datetime.now(UTC)
    with psycopg.connect(address) as connection:
        rows = connection.execute(VIEWERS).fetchall()
    return [
        (
            Viewer(
                member_id=member,
                gender=Gender(gender),
                seeks=tuple(Gender(each) for each in seeks),
                birth_date=born,
                interests=tuple(interests),
                town_id=town,
                is_premium=False,
                is_deleted=False,
                is_quiet=False,
                at=now,
            ),
            country,
            region,
        )
        for member, gender, seeks, born, interests, town, country, region in rows
    ]


def _filters(rng: Random, viewer: Viewer, country: str, region: str) -> Filters:
    """Mostly in the own country, of about the own age; now and then anywhere, or of any age."""
    place, age = rng.random(), viewer.at.year - viewer.birth_date.year
    return Filters(
        country=country if place < 0.85 else None,
        region=region if place < 0.3 else None,
        min_age=max(18, age - rng.randint(2, 15)) if rng.random() < 0.8 else 18,
        max_age=age + rng.randint(2, 15) if rng.random() < 0.8 else 120,
        with_photo=rng.random() < 0.6,
    )


def _further(rng: Random, filters: Filters) -> Filters:
    """One to four fields with one to three values each, common or rare alike, and up to three interests."""
    fields = sorted(rng.sample([name for name in TRAITS if name != "sexuality"], rng.randint(1, 4)))
    traits = tuple(
        (name, tuple(sorted(rng.sample([str(value) for value in TRAITS[name].values], rng.randint(1, 3)))))
        for name in fields
    )
    interests = tuple(sorted(str(one) for one in rng.sample(list(Interest), rng.randint(0, 3))))
    return replace(filters, traits=traits, interests=interests)


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


def shares_of(address: str) -> Shares:
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        return Shares.read(connection)


def ask(connection: psycopg.Connection[Any], search: Search, shares: Shares) -> Taken:
    process = connection.info.backend_pid
    cpu, started = cpu_seconds(process), time.perf_counter()
    most = FEW if search.criteria.nearness else COUNTED
    rare = shares.is_rare(search.criteria)
    first = connection.execute(*begin_statement(search.viewer, search.criteria, PAGE, most, rare=rare)).fetchone()
    between = time.perf_counter()
    few = first is not None and Count.of(first[0], most).is_few
    if not few:
        connection.execute(*page_statement(search.viewer, search.criteria, None, PAGE, few=False)).fetchall()
    taken = time.perf_counter() - between
    return Taken(search.kind, between - started, taken, few, cpu_seconds(process) - cpu)


def cpu_seconds(process: int) -> float:
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def way_rows(address: str, size: int) -> list[Row]:
    """The same searches asked by browsers, beside the statements and one request that asks nothing."""
    viewers = _viewers(address)[:WAYS]
    rng = Random(3)  # noqa: S311
    filters = [_filters(rng, viewer, country, region) for viewer, country, region in viewers]
    shares = shares_of(address)
    with psycopg.connect(address, autocommit=True) as connection:
        searches = [
            Search("", viewer.member_id, criteria_for(viewer, one))
            for (viewer, *_), one in zip(viewers, filters, strict=True)
        ]
        taken = [ask(connection, search, shares) for _ in range(4) for search in searches]
    query = percentile([one.begin + one.scan for one in taken], 0.5) * 1e3
    with tempfile.TemporaryDirectory() as name:
        keys = KeyPair.make(Path(name))
        with profiles_web(address, keys) as upstream, envoy(Path(name), keys, upstream, BARE) as (port, _):
            bare = load.run(port, load.request(BARE, "localhost"), requests=400, connections=1)
            ways = []
            for (viewer, *_), one in zip(viewers, filters, strict=True):
                cookie = {"Cookie": f"token={keys.token(viewer.member_id)}"}
                ways += load.run(port, load.request(_path(one), "localhost", cookie), requests=5, connections=1)[1:]
    flask, way = percentile(bare, 0.5) * 1e3, percentile(ways, 0.5) * 1e3
    return [
        Row(f"{size:,} members, bare statements, one client: p50", query, "ms"),
        Row(f"{size:,} members, a request that asks nothing, through gateway and service: p50", flask, "ms"),
        Row(f"{size:,} members, search through gateway and service: p50, both beside", way, "ms", query + flask),
    ]


def _path(filters: Filters) -> str:
    named = {
        "country": filters.country,
        "region": filters.region,
        "min_age": filters.min_age,
        "max_age": filters.max_age,
    }
    photo = {"photo": "1"} if filters.with_photo else {}
    return f"/api/search.php?{urlencode({name: value for name, value in (named | photo).items() if value})}"


@contextmanager
def profiles_web(address: str, keys: KeyPair) -> Iterator[int]:
    port = free_port()
    environment = os.environ | {
        "PAIRWISE_ENV": "test",
        "PAIRWISE_SERVICE": "profiles",
        "PAIRWISE_PROCESS": "web",
        "PAIRWISE_LISTEN": f"127.0.0.1:{port}",
        "RPC_CHAT": "127.0.0.1:1",
        "RPC_IDENTITY": "127.0.0.1:1",
        "DATABASE_URL": address,
        "TOKEN_PUBLIC_KEY": str(keys.public),
        "MEDIA_KEYS": new_key(),
        "CURSOR_KEYS": new_key(),
    }
    command = [sys.executable, "-m", "shared.kit.run", "profiles", "web"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(15)


def _wait_for(port: int, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            load.run(port, load.request("/health/ready", "localhost"), requests=1, connections=1)
            return
        except (OSError, RuntimeError, EOFError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


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
