import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger
from shared.kit.telemetry import jobs_failed


@dataclass(frozen=True)
class Job:
    """A periodic job of a worker. A failure is logged and counted; the next run comes at its usual time."""

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
