"""The connection pool of a process to the database of its service."""

import time
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shared.kit import telemetry
from shared.kit.storage.commit_notifier import NOTIFIES_AFTER_COMMIT, CommitNotifier

# A statement of 8 s is of no use to its caller: gRPC deadlines are 2 s, and the gateway gives a whole request 15 s.
# Postgres itself finds a deadlock after 1 s and aborts one side; a lock not granted within 5 s is held by a migration
# or by a transaction that waits for something outside the database, and 503 frees the connection for other requests.
# A transaction idle for 15 s belongs to a frozen process; ending it releases its row locks.
TIMEOUTS = "-c statement_timeout=8000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000"
# Pool checkout timeout, then 503.
POOL_TIMEOUT_SECONDS = 3
# timestamptz values are returned in UTC regardless of the server's zone, because answers contain them unchanged.
TIME_ZONE = "-c timezone=UTC"

UNREACHABLE = (OperationalError, PoolTimeout, psycopg.OperationalError)

# A connection used within the last second is handed out without a ping, which would cost each request a round trip.
PING_AFTER_IDLE_SECONDS = 1.0


class Database:
    """A bounded connection pool to the one database this service owns.

    `pool_size` is the most connections this process opens. A checkout waits `POOL_TIMEOUT_SECONDS`, then raises
    `sqlalchemy.exc.TimeoutError`, which the edges answer with 503: that sheds load instead of queueing it.
    """

    def __init__(self, url: str, *, pool_size: int = 8) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.engine: Engine = create_engine(
            self.url,
            pool_size=pool_size,
            # Last in, first out: the connection used most recently has its statements prepared and needs no ping.
            pool_use_lifo=True,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            # Exceptions leave out the bound values, which are members' data.
            hide_parameters=True,
            connect_args={"options": f"{TIMEOUTS} {TIME_ZONE} {NOTIFIES_AFTER_COMMIT}", "connect_timeout": 3},
        )
        # For reads. In a transaction a read ends with ROLLBACK, a round trip more, after which psycopg drops the
        # statements it has prepared on the connection.
        self.reader = self.autocommit()
        self.commit_notifier = CommitNotifier(self.engine)
        telemetry.pool_size.labels("main").set(pool_size)
        telemetry.pool_in_use.labels("main").set_function(lambda: self.engine.pool.checkedout())  # type: ignore[attr-defined]
        event.listen(self.engine, "checkin", _note_idle)
        event.listen(self.engine, "checkout", self._ping_if_idle)

    def _ping_if_idle(self, connection: Any, record: Any, _: Any) -> None:
        """Raise DisconnectionError for a connection that died while idle; the pool then opens another."""
        if time.monotonic() - record.info.get("idle_since", float("inf")) < PING_AFTER_IDLE_SECONDS:
            return
        try:
            self.engine.dialect.do_ping(connection)
        except psycopg.Error as error:
            raise DisconnectionError() from error

    def autocommit(self) -> Engine:
        """The same pool without transactions: each statement commits by itself, in one round trip.

        A write belongs here only if it is a single statement on a hot path, with a benchmark that says so.
        """
        return self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def dsn(self) -> str:
        """The address for a driver used without SQLAlchemy (LISTEN, COPY)."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)


def _note_idle(_: Any, record: Any) -> None:
    record.info["idle_since"] = time.monotonic()
