"""Searches asked by browsers, through gateway and service."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import psycopg
from profiles.domain.search import Filters, criteria_for
from runner.paths import ROOT
from runner.ports import free_port
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair

from benches import load
from benches.gateway import envoy
from benches.report import Row, percentile
from benches.searches import Search, ask, shares_of, some_viewers, usual_filters

WAYS, GATHERED = 60, 100


BARE = "/api/interests.php"


def way_rows(address: str, size: int) -> list[Row]:
    """The same searches asked by browsers, beside the statements and one request that asks nothing."""
    viewers = some_viewers(address)[:WAYS]
    rng = Random(3)  # noqa: S311
    filters = [usual_filters(rng, viewer, country, region) for viewer, country, region in viewers]
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
                ways += load.run(port, load.request(path_of(one), "localhost", cookie), requests=5, connections=1)[1:]
    flask, way = percentile(bare, 0.5) * 1e3, percentile(ways, 0.5) * 1e3
    return [
        Row(f"{size:,} members, bare statements, one client: p50", query, "ms"),
        Row(f"{size:,} members, a request that asks nothing, through gateway and service: p50", flask, "ms"),
        Row(f"{size:,} members, search through gateway and service: p50, both beside", way, "ms", query + flask),
    ]


def path_of(filters: Filters) -> str:
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
    given = {"DATABASE_URL": address, "TOKEN_PUBLIC_KEY": str(keys.public), "PAIRWISE_PROCESS": "web"}
    environment = os.environ | environment_of("profiles", PAIRWISE_LISTEN=f"127.0.0.1:{port}", **given)
    command = [sys.executable, "-m", "shared.kit.run", "profiles", "web"]
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        yield port
    finally:
        process.terminate()
        process.wait(15)


def wait_for(port: int, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            load.run(port, load.request("/health/ready", "localhost"), requests=1, connections=1)
            return
        except (OSError, RuntimeError, EOFError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
