"""Fault injection: kill, freeze or empty one process after the other, and measure its recovery."""

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
SPARED = {"responder", "mailbox", "push", "networks", "watchdog"}
# Far beyond any budget: `run` fails when a process never comes back, and reports recovery times otherwise.
GIVE_UP_SECONDS = 240
FROZEN_SECONDS = (5.0, 10.0)
# The processes on the path of a message are killed first.
ON_THE_PATH = {
    "billing-rpc",
    "billing-web+worker",
    "chat-live",
    "chat-rpc+worker",
    "chat-web",
    "envoy",
    "identity-web+worker",
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
        """Inject a fault every `every_seconds`, for `seconds`."""
        deadline = time.monotonic() + seconds
        faults = self.faults()
        await asyncio.sleep(every_seconds / 2)
        while time.monotonic() < deadline:
            next_at = time.monotonic() + every_seconds
            await next(faults)()
            await asyncio.sleep(max(0.0, next_at - time.monotonic()))

    def faults(self) -> Iterator[Callable[[], Awaitable[float]]]:
        """Kills without end, each process once before any process twice, and between them the other faults in turn."""
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
        """Send SIGKILL; return the seconds until the process serves again."""
        self.kills += 1
        before = self._product.pids()[name]
        os.kill(before, signal.SIGKILL)
        return await self._until_back(name, lambda: self._serves(name, but_not=before))

    async def restart(self, name: str) -> None:
        """Replace it while it serves, as a rolling update does."""
        await asyncio.to_thread(restart.replace, self._product.instance, self._product.supervisor, name)

    async def freeze(self, name: str, seconds: float) -> float:
        """Suspend it with all its children, then resume it; return the seconds it then took to serve again."""
        with frozen(self._product, name):
            await asyncio.sleep(seconds)
        return await self._until_back(f"{name} frozen", lambda: self._serves(name))

    async def empty_redis(self) -> float:
        """Flush Redis, then kill it; return the seconds until it serves again."""
        await asyncio.to_thread(Redis.from_url(self._product.instance.redis_url(TESTER)).flushall)
        return await self.kill("redis")

    async def lose_the_store_of_nats(self) -> float:
        """Delete the folder of the streams under the running server."""
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
        """True if the process that supervisord started now serves; a child of the killed one may still answer."""
        info = next((part for part in self._product.supervisor.processes() if part["name"] == name), None)
        if info is None or info["pid"] in (0, but_not):
            return False
        process = self._parts[f"{info['group']}:{name}"]
        if name == "postgres":
            return postgres.answers(self._product.instance.superuser_url)
        return all(_listens(info["pid"], url) and says_ready(url) for url in process.ready_urls)


@contextmanager
def frozen(product: Product, name: str) -> Iterator[None]:
    """Suspend a process with all its children (SIGSTOP)."""
    process = psutil.Process(product.pid(name))
    family = [process, *process.children(recursive=True)]
    for each in family:
        each.suspend()
    try:
        yield
    finally:
        for each in family:
            each.resume()


def _parts(product: Product) -> dict[str, processes.Process]:
    instance, account = product.instance, accounts.for_postgres()
    home = instance.home.path
    servers = processes.backing_services(instance, account, home, home)
    everything = [*servers, *processes.product(instance), *processes.successors(instance)]
    return {process.address: process for process in everything}


def _listens(pid: int, url: str) -> bool:
    """True if this process or a child of it listens at the port of the URL."""
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
