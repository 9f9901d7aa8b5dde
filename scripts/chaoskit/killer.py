"""Breaks one part after the other, and takes the time until it serves again."""

import asyncio
import os
import shutil
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count, cycle
from random import Random

import psutil
from redis import Redis
from runner import accounts, postgres, processes
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
        self._ready = ready_checks(product)
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
        return await self._end(name, lambda pid: os.kill(pid, signal.SIGKILL))

    async def restart(self, name: str) -> float:
        """Told to stop, as in a rolling update. Returns how many seconds it took to serve again."""
        return await self._end(name, lambda pid: os.kill(pid, signal.SIGTERM))

    async def freeze(self, name: str, seconds: float) -> float:
        """Stopped with all its children, then let go on. Returns how many seconds it then took to serve again."""
        process = psutil.Process(self._product.pids()[name])
        family = [process, *process.children(recursive=True)]
        for each in family:
            each.suspend()
        try:
            await asyncio.sleep(seconds)
        finally:
            for each in family:
                each.resume()
        return await self._until_back(f"{name} frozen", self._ready[name])

    async def empty_redis(self) -> float:
        """All that Redis knew is gone, and Redis with it."""
        await asyncio.to_thread(Redis.from_url(self._product.copy.redis_url).flushall)
        return await self.kill("redis")

    async def lose_the_store_of_nats(self) -> float:
        """The folder of the streams is deleted under the running server."""
        before = self._product.pids()["nats"]
        await asyncio.to_thread(shutil.rmtree, self._product.home / "data" / "nats", ignore_errors=True)
        return await self._until_back("nats without its store", lambda: self._is_back("nats", before))

    async def _freeze_one(self) -> float:
        return await self.freeze(self._chance.choice(self.victims()), self._chance.uniform(*FROZEN_SECONDS))

    async def _end(self, name: str, end: Callable[[int], None]) -> float:
        before = self._product.pids()[name]
        end(before)
        return await self._until_back(name, lambda: self._is_back(name, before))

    async def _until_back(self, what: str, is_back: Callable[[], bool]) -> float:
        started = time.monotonic()
        while not await asyncio.to_thread(is_back):
            if time.monotonic() - started > GIVE_UP_SECONDS:
                raise RuntimeError(f"{what} did not come back")
            await asyncio.sleep(0.05)
        taken = time.monotonic() - started
        self.recoveries[what] = max(taken, self.recoveries.get(what, 0))
        return taken

    def _is_back(self, name: str, before: int) -> bool:
        return self._product.pids().get(name, before) != before and self._ready[name]()


def ready_checks(product: Product) -> dict[str, Callable[[], bool]]:
    copy = product.copy
    account = accounts.for_postgres()
    everything = processes.parts(copy, account, copy.home.path, copy.home.path) + processes.product(copy)

    def check(process: processes.Process) -> Callable[[], bool]:
        if process.name == "postgres":
            return lambda: postgres.answers(copy.superuser_url)
        return lambda: process.ready_url is None or says_ready(process.ready_url)

    return {process.name: check(process) for process in everything}
