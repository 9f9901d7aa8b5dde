"""Transactions of hot paths over the pool and the driver alone, without SQLAlchemy's session and connection.

Around a short statement their state machine takes about as much processor time as the driver: a fifth of a message in
chat's web process (docs/decisions/0053-message-hot-path.md).
"""

from contextlib import suppress
from typing import Any

import psycopg
from sqlalchemy import Pool, PoolProxiedConnection


class DriverSession:
    """Stands in for a SQLAlchemy session where only a `Statement` is executed; anything of the ORM raises
    AttributeError.

    Connections come from the same pool, under the same limits and pings. Closing without a commit rolls back. Raises
    psycopg's errors, and `sqlalchemy.exc.TimeoutError` when the pool has no connection.
    """

    def __init__(self, pool: Pool, *, is_autocommit: bool = False) -> None:
        self._pool, self._is_autocommit = pool, is_autocommit
        self._checked_out: PoolProxiedConnection | None = None
        self.info: dict[str, Any] = {}

    @property
    def driver(self) -> "psycopg.Connection[Any]":
        """The connection, which is checked out of the pool at the first use."""
        if self._checked_out is None:
            self._checked_out = self._pool.connect()
            if self._is_autocommit:
                self._driver_of(self._checked_out).autocommit = True
        return self._driver_of(self._checked_out)

    def flush(self) -> None:
        """Do nothing: there are no objects whose changes could wait."""

    def commit(self) -> None:
        """Commit what was executed; without a connection there is nothing to commit."""
        if self._checked_out is not None:
            self._driver_of(self._checked_out).commit()

    def close(self) -> None:
        """Give the connection back; the pool rolls back what was not committed."""
        connection, self._checked_out = self._checked_out, None
        if connection is None:
            return
        try:
            if self._is_autocommit:
                self._driver_of(connection).autocommit = False
        except psycopg.Error:
            # Broken, or left in the middle of a pipeline: the pool opens another.
            with suppress(psycopg.Error):
                connection.invalidate()
        finally:
            connection.close()

    @staticmethod
    def _driver_of(connection: PoolProxiedConnection) -> "psycopg.Connection[Any]":
        driver: psycopg.Connection[Any] = connection.driver_connection  # type: ignore[assignment]
        return driver
