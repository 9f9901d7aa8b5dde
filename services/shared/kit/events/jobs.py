import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from shared.kit.core.errors_in_logs import describe
from shared.kit.core.logs import logger
from shared.kit.core.telemetry import jobs_failed
from shared.kit.db.database import Database
from shared.kit.db.statement import Statement

# A job that nothing wakes looks again this often: a notification may be lost with its process, and the previous release
# sends none.
LOOKS_EVERY_SECONDS = 15


@dataclass(frozen=True)
class Job:
    """A periodic job of a worker. A failure is logged and counted; the next run comes at its usual time.

    One that `repeats` returns how much it has done, and runs again at once until that is nothing.

    With `due_in` it runs only when something is due: the seconds until then, None for nothing. It sleeps until that
    time, `LOOKS_EVERY_SECONDS` or `wake_job`, whichever comes first, and `every_seconds` is the shortest pause after
    a run.
    """

    name: str
    every_seconds: float
    run: Callable[[], object]
    repeats: bool = False
    due_in: Callable[[], float | None] | None = None
    _woken: asyncio.Event = field(default_factory=asyncio.Event, compare=False)

    def wake(self) -> None:
        """Look at once whether something is due. Called in the event loop of `repeat`."""
        self._woken.set()

    async def repeat(self) -> None:
        """Run the job every `every_seconds` in a thread, when it is due; until cancelled."""
        while True:
            self._woken.clear()
            pause = self.every_seconds
            try:
                pause = await asyncio.to_thread(self._run_if_due)
            except Exception as error:
                jobs_failed.labels(self.name).inc()
                logger().warning("job_failed", job=self.name, problem=describe(error))
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    def _run_if_due(self) -> float:
        """Returns the seconds until the next turn."""
        if self.due_in is not None:
            seconds = self.due_in()
            if seconds is None or seconds > 0:
                return LOOKS_EVERY_SECONDS if seconds is None else min(seconds, LOOKS_EVERY_SECONDS)
        done = self.run()
        return 0 if self.repeats and done else self.every_seconds


def due(database: Database, statement: Statement) -> Callable[[], float | None]:
    """The `due_in` of a job by a statement that selects the seconds until the first row of it is due, NULL for none.

    An idle job so costs one short read now and then. A transaction that claims rows and finds none costs several times
    as much. The statement may find rows that another worker has locked, and must find all that the job would claim.
    """

    def due_in() -> float | None:
        with database.reader.connect() as connection:
            seconds = connection.exec_driver_sql(*statement.with_()).scalar_one()
        return None if seconds is None else float(seconds)

    return due_in
