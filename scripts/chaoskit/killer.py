"""Breaks one part after the other, and takes the time until it serves again."""

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count, cycle
from random import Random
from urllib.parse import urlsplit

import psutil
from redis import Redis
from runner import accounts, postgres, processes, restart
from runner.permissions import TESTER
from runner.readiness import says_ready
from runner.throwaway import Product

# The load's own tools; a member's browser does not depend on them.
SPARED = {"responder", "mailbox", "push", "guard"}
# Far beyond any promise: that something never comes back is for `run` to say, how fast it does for who reads the times.
GIVE_UP_SECONDS = 240
FROZEN_SECONDS = (5.0, 10.0)
# What every message passes through comes first.
ON_THE_PATH = {
    "billing-rpc",
    "billing-worker",
    "chat-live",
    "chat-web",
    "chat-worker",
    "envoy",
    "identity-web",
    "nats",
    "postgres",
}
# After so many kills comes a fault of another kind.
KILLS_BETWEEN = 3


class Killer:
    def __init__(self, product: Product, seed: int = 1) -> None:
        self._product, self._chance = product, Random(seed)
        self._parts = _parts(product)
        self.recoveries: dict[str, float] = {}
        self.kills = 0

    async def run(self, seconds: float, every_seconds: float) -> None:
        """A fault every so often, for so long."""
        deadline = time.monotonic() + seconds
        faults = self.faults()
        await asyncio.sleep(every_seconds / 2)
        while time.monotonic() < deadline:
            next_at = time.monotonic() + every_seconds
            await next(faults)()
            await asyncio.sleep(max(0.0, next_at - time.monotonic()))

    def faults(self) -> Iterator[Callable[[], Awaitable[float]]]:
        """Kills without end, each part once before any part twice, and between them the other kinds in turn."""
        others = cycle([self._freeze_one, self.empty_redis, self.lose_the_store_of_nats])
        victims: list[str] = []
        for number in count(1):
            victims = victims or sorted(self.victims(), key=lambda name: (name in ON_THE_PATH, self._chance.random()))
            yield partial(self.kill, victims.pop())
            if number % KILLS_BETWEEN == 0:
                yield next(others)

    def victims(self) -> list[str]:
        return sorted(set(self._product.pids()) - SPARED)

    async def kill(self, name: str) -> float:
        """As kill -9 does. Returns how many seconds it took to serve again."""
        self.kills += 1
        before = self._product.pids()[name]
        os.kill(before, signal.SIGKILL)
        return await self._until_back(name, lambda: self._serves(name, but_not=before))

    async def restart(self, name: str) -> None:
        """Replaced while it serves, as in a rolling update."""
        await asyncio.to_thread(restart.replace, self._product.copy, self._product.supervisor, name)

    async def freeze(self, name: str, seconds: float) -> float:
        """Stopped with all its children, then let go on. Returns how many seconds it then took to serve again."""
        with frozen(self._product, name):
            await asyncio.sleep(seconds)
        return await self._until_back(f"{name} frozen", lambda: self._serves(name))

    async def empty_redis(self) -> float:
        """All that Redis knew is gone, and Redis with it."""
        await asyncio.to_thread(Redis.from_url(self._product.copy.redis_url(TESTER)).flushall)
        return await self.kill("redis")

    async def lose_the_store_of_nats(self) -> float:
        """The folder of the streams is deleted under the running server."""
        before = self._product.pids()["nats"]
        await asyncio.to_thread(shutil.rmtree, self._product.home / "data" / "nats", ignore_errors=True)
        return await self._until_back("nats without its store", lambda: self._serves("nats", but_not=before))

    async def _freeze_one(self) -> float:
        return await self.freeze(self._chance.choice(self.victims()), self._chance.uniform(*FROZEN_SECONDS))

    async def _until_back(self, what: str, is_back: Callable[[], bool]) -> float:
        started = time.monotonic()
        while not await asyncio.to_thread(is_back):
            if time.monotonic() - started > GIVE_UP_SECONDS:
                raise RuntimeError(f"{what} did not come back")
            await asyncio.sleep(0.05)
        taken = time.monotonic() - started
        self.recoveries[what] = max(taken, self.recoveries.get(what, 0))
        return taken

    def _serves(self, name: str, *, but_not: int = 0) -> bool:
        """Whether the process that supervisord knows now serves; what a killed one left behind may still answer."""
        info = next((part for part in self._product.supervisor.processes() if part["name"] == name), None)
        if info is None or info["pid"] in (0, but_not):
            return False
        process = self._parts[f"{info['group']}:{name}"]
        if name == "postgres":
            return postgres.answers(self._product.copy.superuser_url)
        return process.ready_url is None or (_listens(info["pid"], process.ready_url) and says_ready(process.ready_url))


@contextmanager
def frozen(product: Product, name: str) -> Iterator[None]:
    """A part with all its children stands still."""
    process = psutil.Process(product.pids()[name])
    family = [process, *process.children(recursive=True)]
    for each in family:
        each.suspend()
    try:
        yield
    finally:
        for each in family:
            each.resume()


def _parts(product: Product) -> dict[str, processes.Process]:
    copy, account = product.copy, accounts.for_postgres()
    everything = processes.parts(copy, account, copy.home.path, copy.home.path) + processes.product(copy)
    return {process.address: process for process in [*everything, *processes.successors(copy)]}


def _listens(pid: int, url: str) -> bool:
    """Whether this process or a child of it listens at the port of the address."""
    port = urlsplit(url).port
    try:
        process = psutil.Process(pid)
        return any(
            connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
            for each in [process, *process.children(recursive=True)]
            for connection in each.net_connections("tcp")
        )
    except psutil.Error:
        return False
