import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from servicekit.errors_in_logs import describe
from servicekit.logs import logger
from servicekit.telemetry import jobs_failed


@dataclass(frozen=True)
class Job:
    """Something a worker does every so often. A failure is logged and the next turn comes as usual."""

    name: str
    every_seconds: float
    run: Callable[[], object]

    async def repeat(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.run)
            except Exception as error:
                jobs_failed.labels(self.name).inc()
                logger().warning("job_failed", job=self.name, problem=describe(error))
            await asyncio.sleep(self.every_seconds)
