import time
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from servicekit.storage.waking import WAKES_ITSELF, Waking

# A statement that takes this long has lost its caller; a lock that takes this long is a fault, not worth waiting for.
LIMITS = "-c statement_timeout=8000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000"
# So long a request waits for one of its process's connections, then it is told to come again.
POOL_SECONDS = 3
# Times leave the database as UTC, wherever its server stands: answers show them so.
CLOCK = "-c timezone=UTC"

UNREACHABLE = (OperationalError, PoolTimeout, psycopg.OperationalError)

# A connection used a moment ago is not asked whether it lives: that would be a question more with every request.
RESTED_SECONDS = 1.0


class Database:
    """A bounded pool of connections to the one database this service owns."""

    def __init__(self, url: str, *, pool_size: int = 8) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.engine: Engine = create_engine(
            self.url,
            pool_size=pool_size,
            # The one used last first: it is warm, and not asked whether it lives.
            pool_use_lifo=True,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
            # Its errors name no values, wherever they are shown.
            hide_parameters=True,
            connect_args={"options": f"{LIMITS} {CLOCK} {WAKES_ITSELF}", "connect_timeout": 3},
        )
        # The same connections, without a transaction around what is asked. Reads belong here: a transaction that ends
        # without a commit is rolled back, and then the driver forgets what it has prepared on the connection.
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.waking = Waking(self.engine)
        event.listen(self.engine, "checkin", _begin_rest)
        event.listen(self.engine, "checkout", self._check_after_rest)

    def _check_after_rest(self, connection: Any, record: Any, _: Any) -> None:
        """Raises DisconnectionError for a connection that died while it rested; the pool then opens another."""
        if time.monotonic() - record.info.get("rests_since", float("inf")) < RESTED_SECONDS:
            return
        try:
            self.engine.dialect.do_ping(connection)
        except psycopg.Error as error:
            raise DisconnectionError() from error

    @property
    def dsn(self) -> str:
        """The address for a driver used without SQLAlchemy (LISTEN, COPY)."""
        return self.url.replace("postgresql+psycopg://", "postgresql://", 1)

    def is_reachable(self) -> bool:
        try:
            with self.reader.connect() as connection:
                connection.execute(text("SELECT 1"))
        except (DBAPIError, PoolTimeout):
            return False
        return True


def _begin_rest(connection: Any, record: Any) -> None:
    if connection and not connection.closed and connection.autocommit:
        connection.autocommit = False  # a transaction was begun by hand
    record.info["rests_since"] = time.monotonic()
