"""Requests a second and processor time of each server, for an answer without a database and for a page of search.

All run at once and are loaded in turn, several times: what else the machine does meets all of them.
"""

import os
import statistics
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

from runner.backing_services import redis
from shared.kit.testing.environment import environment_of
from shared.kit.testing.tokens import KeyPair

from benches import load
from benches.report import Row, percentile
from benches.search import crowded
from benches.search_requests import BARE, path_of, wait_for
from benches.searches import some_viewers, usual_filters
from benches.webservers.servers import SERVERS, Running, Server, install, running

ROUNDS = 5
# Requests of a round by how many are sent at once.
REQUESTS = {1: 60, 8: 240, 64: 384}


MEMBERS = 20_000


def measure() -> list[Row]:
    """Rows of all servers; the product's own stands beside each."""
    install()
    with crowded(MEMBERS) as address, redis() as url, tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        keys = KeyPair.make(Path(folder))
        given = {"DATABASE_URL": address, "REDIS_URL": url, "TOKEN_PUBLIC_KEY": str(keys.public)}
        environment = os.environ | environment_of("profiles", PAIRWISE_PROCESS="web", **given)
        started = [(server, stack.enter_context(running(server, environment))) for server in SERVERS]
        for _, server in started:
            wait_for(server.port)
        viewer, country, region = some_viewers(address)[0]
        search = path_of(usual_filters(Random(3), viewer, country, region))  # noqa: S311
        rows = []
        for what, asked in (("no database", BARE), ("a page of search", search)):
            # An old token proves nothing where no list of revocations arrives.
            request = partial(_request, asked, partial(keys.token, viewer.member_id))
            for at_once, requests in REQUESTS.items():
                rows += _compared(started, f"{what}, {at_once} at once", request, requests, at_once)
        return rows + [Row(f"memory after all, {server.name}", it.memory(), "MiB") for server, it in started]


def _request(path: str, token: Callable[[], str]) -> bytes:
    return load.request(path, "localhost", {"x-pairwise-token": token(), "x-pairwise-site": "pairwise"})


def _compared(
    started: list[tuple[Server, Running]], what: str, request: Callable[[], bytes], requests: int, at_once: int
) -> list[Row]:
    """Medians of the rounds, with the product's own server beside."""
    rates: dict[str, list[float]] = {server.name: [] for server, _ in started}
    costs: dict[str, list[float]] = {server.name: [] for server, _ in started}
    late: dict[str, list[float]] = {server.name: [] for server, _ in started}
    for _ in range(ROUNDS):
        for server, it in started:
            before = it.cpu_seconds()
            taken = load.run(it.port, request(), requests=requests, connections=at_once)
            costs[server.name].append((it.cpu_seconds() - before) / len(taken) * 1e3)
            rates[server.name].append(at_once / statistics.mean(taken))
            late[server.name].append(percentile(taken, 0.99) * 1e3)
    figures = (("requests/s", rates), ("ms of CPU", costs), ("ms, p99", late))
    own = started[0][0].name
    return [
        Row(f"{what}: {name}", statistics.median(values), unit, statistics.median(measured[own]))
        for unit, measured in figures
        for name, values in measured.items()
    ]
