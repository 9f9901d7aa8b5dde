import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from shared.kit.errors_in_logs import describe
from shared.kit.logs import logger
from shared.kit.storage.database import Database
from shared.kit.storage.statement import Statement
from shared.kit.telemetry import jobs_failed


@dataclass(frozen=True)
class Job:
    """A periodic job of a worker. A failure is logged and counted; the next run comes at its usual time.

    One that `repeats` returns how much it has done, and runs again at once until that is nothing. With `is_due` it runs
    only when that returns True.
    """

    name: str
    every_seconds: float
    run: Callable[[], object]
    repeats: bool = False
    is_due: Callable[[], bool] | None = None

    async def repeat(self) -> None:
        while True:
            try:
                done = await asyncio.to_thread(self._run_if_due)
                if self.repeats and done:
                    continue
            except Exception as error:
                jobs_failed.labels(self.name).inc()
                logger().warning("job_failed", job=self.name, problem=describe(error))
            await asyncio.sleep(self.every_seconds)

    def _run_if_due(self) -> object:
        return self.run() if self.is_due is None or self.is_due() else 0


def due(database: Database, statement: Statement) -> Callable[[], bool]:
    """The `is_due` of a job: whether this statement, `SELECT EXISTS (...)`, finds a row for it.

    An idle job so costs one short read. A transaction that claims rows and finds none costs several times as much, each
    second of every worker. The statement may find rows that another worker has locked, and must find all that the job
    would claim.
    """

    def is_due() -> bool:
        with database.reader.connect() as connection:
            return bool(connection.exec_driver_sql(*statement.with_()).scalar_one())

    return is_due
