"""Several statements in one send to the server, their results in one answer.

psycopg's pipeline saves the waiting, but sends each statement when it is executed and a flush request at the end: a
transaction of four statements was seven sends, each of which wakes a backend of PostgreSQL and costs two system calls
here. libpq itself keeps what is queued in pipeline mode until the sync; this pipeline leaves it there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg.generators import send


class _OneSend(psycopg.Pipeline):
    """Overrides steps of psycopg's pipeline that have no public name; test_one_trip_integration.py guards them."""

    def _communicate_gen(self) -> PQGen[None]:
        """Hand the queued commands to libpq, which buffers them."""
        while self.command_queue:
            self.command_queue.popleft()()
        return
        yield

    def _sync_gen(self) -> PQGen[None]:
        self._enqueue_sync()
        yield from self._communicate_gen()
        yield from send(self.pgconn)
        yield from self._fetch_gen(flush=False)

    def _exit_gen(self) -> PQGen[None]:
        if self.command_queue or self.result_queue:
            yield from self._sync_gen()


@contextmanager
def one_send(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Send what the block executes when it ends, or when it commits. Results can be read after the block.

    Raises the error of the first statement that failed; those after it had no effect.
    """
    connection._pipeline = _OneSend(connection)
    try:
        with connection._pipeline:
            yield
    finally:
        connection._pipeline = None
