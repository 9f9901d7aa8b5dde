"""The connection pool of a process to the database of its service."""

import time
from collections.abc import Mapping
from typing import Any, Self

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shared.kit.core import telemetry
from shared.kit.core.logs import logger
from shared.kit.core.settings import Settings
from shared.kit.db.commit_notifier import NOTIFIES_AFTER_COMMIT, CommitNotifier
from shared.kit.db.traced_cursor import trace_statements

# A statement of 8 s is of no use to its caller: gRPC deadlines are 2 s, and the gateway gives a whole request 15 s.
# Postgres itself finds a deadlock after 1 s and aborts one side; a lock not granted within 5 s is held by a migration
# or by a transaction that waits for something outside the database, and 503 frees the connection for other requests.
# A transaction idle for 15 s belongs to a frozen process; ending it releases its row locks.
# Values are written as Postgres shows them, to be compared.
TIMEOUTS = {"statement_timeout": "8s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "15s"}
# Pool checkout timeout, then 503.
POOL_TIMEOUT_SECONDS = 3
# timestamptz values are returned in UTC regardless of the server's zone, because answers contain them unchanged.
TIME_ZONE = {"timezone": "UTC"}
# Of a server whose machine is gone: to connect, in seconds, and until what was sent is acknowledged, in milliseconds.
REACHED_WITHIN = {"connect_timeout": 3, "tcp_user_timeout": 3000}

# For processes whose statements take arrays: PostgreSQL would plan each execution again, at half the cost of a message.
GENERIC_PLANS = {"plan_cache_mode": "force_generic_plan"}

UNREACHABLE = (OperationalError, PoolTimeout, psycopg.OperationalError)

# A connection used within the last second is handed out without a ping, which would cost each request a round trip.
PING_AFTER_IDLE_SECONDS = 1.0


class Database:
    """A bounded connection pool to the one database this service owns.

    `pool_size` is the most connections this process opens. A checkout waits `POOL_TIMEOUT_SECONDS`, then raises
    `sqlalchemy.exc.TimeoutError`, which the edges answer with 503: that sheds load instead of queueing it.

    `pooler_url` is the address of a pooler in transaction mode (PgBouncer) in front of the same database. The pool then
    connects there, and `dsn` alone leads past it. Two transactions may run on different sessions of the server, so
    nothing may stay in a session: no prepared statements, no SET, no advisory locks of the session, no LISTEN.
    """

    def __init__(self, url: str, *, pool_size: int = 8, pooler_url: str | None = None, **session: str) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.pool_size, self.is_pooled = pool_size, pooler_url is not None
        self.pool_dsn = pooler_url or self.dsn
        self.engine: Engine = create_engine(
            self.pool_dsn.replace("postgresql://", "postgresql+psycopg://", 1),
            pool_size=pool_size,
            # Last in, first out: the connection used most recently has its statements prepared and needs no ping.
            pool_use_lifo=True,
            max_overflow=0,
            pool_timeout=POOL_TIMEOUT_SECONDS,
            # Exceptions leave out the bound values, which are members' data.
            hide_parameters=True,
            connect_args=self.connect_args(**session),
        )
        # For reads. In a transaction a read ends with ROLLBACK, a round trip more, after which psycopg drops the
        # statements it has prepared on the connection.
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.commit_notifier = CommitNotifier(self.engine)
        telemetry.pool_size.labels("main").set(pool_size)
        telemetry.pool_in_use.labels("main").set_function(lambda: self.engine.pool.checkedout())  # type: ignore[attr-defined]
        if self.is_pooled:
            event.listen(self.engine, "connect", _refuse_other_settings)
        event.listen(self.engine, "connect", trace_statements)
        event.listen(self.engine, "checkin", _note_idle)
        event.listen(self.engine, "checkout", self._ping_if_idle)

    @classmethod
    def of(cls, settings: Settings, **session: str) -> Self:
        """The pool that these settings describe; `session` as in `connect_args`."""
        return cls(
            settings.database_url,
            pool_size=settings.database_pool_size,
            pooler_url=settings.database_pooler_url,
            **session,
        )

    def connect_args(self, **settings: str) -> dict[str, Any]:
        """Arguments of the driver for each connection of a pool; `settings` are further ones of the session, which only
        save time: through a pooler they are left out."""
        # A pooler passes on no options, and a statement that is prepared on one session is unknown to the next.
        if self.is_pooled:
            return {"prepare_threshold": None, **REACHED_WITHIN}
        return {"options": _options({**session_settings(), **settings}), **REACHED_WITHIN}

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
        return self.reader

    @property
    def dsn(self) -> str:
        """The database's own address, past a pooler: for LISTEN, and for operators' commands."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)


def session_settings() -> Mapping[str, str]:
    """The settings of every session. Through a pooler they come with the role (shared/ops/database_roles.py)."""
    return {**TIMEOUTS, **TIME_ZONE, **NOTIFIES_AFTER_COMMIT}


def _options(settings: Mapping[str, str]) -> str:
    return " ".join(f"-c {name}={value}" for name, value in settings.items())


def _refuse_other_settings(connection: psycopg.Connection[Any], _: object) -> None:
    """Raise psycopg.OperationalError if the role does not bring the settings: without its timeouts one stuck
    transaction would hold the connections of all."""
    expected = session_settings()
    found = connection.execute(
        "SELECT name, current_setting(name, true) FROM unnest(%s::text[]) AS name", [list(expected)]
    ).fetchall()
    connection.rollback()
    if missing := sorted(name for name, value in found if value != expected[name]):
        logger().error("pooler_settings_missing", settings=missing)
        raise psycopg.OperationalError("the role lacks settings: python -m shared.ops.database_roles --pooled all")


def _note_idle(_: Any, record: Any) -> None:
    record.info["idle_since"] = time.monotonic()
