"""Ends one part after the other as `kill -9` does, and takes the time until it serves again."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from random import Random

from runner import accounts, postgres, processes
from runner.readiness import says_ready
from runner.throwaway import Product

# The load's own tools; a member's browser does not depend on them.
SPARED = {"responder", "mailbox", "guard"}
GIVE_UP_SECONDS = 60


class Killer:
    def __init__(self, product: Product, seed: int = 1) -> None:
        self._product, self._chance = product, Random(seed)
        self._ready = ready_checks(product)
        self.recoveries: dict[str, float] = {}

    async def run(self, seconds: float, every_seconds: float) -> None:
        deadline = time.monotonic() + seconds
        await asyncio.sleep(every_seconds / 2)
        while time.monotonic() < deadline:
            victims = sorted(set(self._product.pids()) - SPARED)
            # Each part once before any part twice.
            fresh = [name for name in victims if name not in self.recoveries] or victims
            await self.kill(self._chance.choice(fresh))
            await asyncio.sleep(every_seconds)

    async def kill(self, name: str) -> float:
        """Returns how many seconds it took to serve again."""
        before = self._product.pids()[name]
        os.kill(before, signal.SIGKILL)
        started = time.monotonic()
        while not await asyncio.to_thread(self._is_back, name, before):
            if time.monotonic() - started > GIVE_UP_SECONDS:
                raise RuntimeError(f"{name} did not come back")
            await asyncio.sleep(0.05)
        taken = time.monotonic() - started
        self.recoveries[name] = max(taken, self.recoveries.get(name, 0))
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
