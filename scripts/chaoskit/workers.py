"""More workers of each service than supervisord runs, as replicas of a cluster: killed and replaced now and then."""

import asyncio
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from runner import environment, paths
from runner.ports import free_port
from runner.throwaway import Product
from shared.registry import Service

KILL_EVERY_SECONDS = 3
STOP_SECONDS = 60
# Connections of each: with pools as large as the others', two more workers of seven services use up all of the server.
POOL_SIZE = 3


@dataclass
class MoreWorkers:
    product: Product
    chance: Random
    running: list[tuple[Service, subprocess.Popen[bytes]]] = field(default_factory=list)
    kills: int = 0

    def start(self, service: Service) -> None:
        variables = {
            **os.environ,
            **environment.for_process(self.product.instance, service, "worker"),
            "PAIRWISE_HEALTH_LISTEN": f"127.0.0.1:{free_port()}",
            "DATABASE_POOL_SIZE": str(POOL_SIZE),
            "PYTHONPATH": os.pathsep.join(map(str, paths.PYTHON_PATH)),
        }
        command = [str(paths.PYTHON), "-m", "shared.kit.run", service.name, "worker"]
        with (self.product.logs / f"{service.name}-worker-more.log").open("ab") as log:
            started = subprocess.Popen(command, env=variables, stdout=log, stderr=log, cwd=paths.ROOT)
        self.running.append((service, started))

    async def kill_some(self, seconds: float) -> None:
        """Kill one and start another in its place, for so long."""
        deadline = time.monotonic() + seconds
        while self.running and time.monotonic() < deadline:
            await asyncio.sleep(KILL_EVERY_SECONDS)
            service, process = self.running.pop(self.chance.randrange(len(self.running)))
            process.kill()
            await asyncio.to_thread(process.wait)
            self.kills += 1
            self.start(service)

    def stop(self) -> None:
        for _, process in self.running:
            process.terminate()
        for _, process in self.running:
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def more_workers(product: Product, many: int, seed: int) -> Iterator[MoreWorkers]:
    """`many` workers of each service, those of the instance included, until the block ends."""
    workers = MoreWorkers(product, Random(seed))
    try:
        for service in product.instance.services:
            for _ in range(many - 1 if "worker" in service.processes else 0):
                workers.start(service)
        yield workers
    finally:
        workers.stop()
