import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger
from shared.kit.telemetry import jobs_failed


@dataclass(frozen=True)
class Job:
    """A periodic job of a worker. A failure is logged and counted; the next run comes at its usual time.

    One that `repeats` returns how much it has done, and runs again at once until that is nothing.
    """

    name: str
    every_seconds: float
    run: Callable[[], object]
    repeats: bool = False

    async def repeat(self) -> None:
        while True:
            try:
                done = await asyncio.to_thread(self.run)
                if self.repeats and done:
                    continue
            except Exception as error:
                jobs_failed.labels(self.name).inc()
                logger().warning("job_failed", job=self.name, problem=describe(error))
            await asyncio.sleep(self.every_seconds)
