from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import namedtuple_row
from sqlalchemy import ClauseElement, CursorResult
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlalchemy.orm import Session

Call = tuple[str, dict[str, Any]]
WITH_COMMIT = "with_commit"


class Statement:
    """A statement written like all others but compiled once, for what runs with every request: it costs a fifth.

    Values go to the driver as they are, so JSON comes wrapped as `Jsonb`.
    """

    def __init__(self, query: ClauseElement) -> None:
        compiled = query.compile(dialect=dialect())  # type: ignore[no-untyped-call]
        self._text, self._params = str(compiled), dict(compiled.params)

    def on(self, session: Session, **given: Any) -> CursorResult[Any]:
        return session.connection().exec_driver_sql(*self.with_(**given))

    def rows(self, session: Session, **given: Any) -> list[Any]:
        """All rows, straight from the driver, as `rows_of` has them."""
        return rows_of(session, *self.with_(**given))

    def with_commit(self, session: Session, **given: Any) -> None:
        """Run it when the unit of work commits, in one trip with all others that wait for that.

        For writes whose outcome nobody reads. What they raise is the driver's own error.
        """
        session.info.setdefault(WITH_COMMIT, []).append(self.with_(**given))

    def with_(self, **given: Any) -> Call:
        return self._text, {**self._params, **given}


def rows_of(session: Session, text: str, values: Mapping[str, Any]) -> list[Any]:
    """The rows of a statement written as text, straight from the driver: a third of the way of short reads is saved.

    What it raises is the driver's own error.
    """
    driver: Any = session.connection().connection.driver_connection
    connection: psycopg.Connection[Any] = driver
    return connection.cursor(row_factory=namedtuple_row).execute(text, values).fetchall()


def in_one_trip(session: Session, *calls: Call) -> list[Sequence[Any]]:
    """The rows of each of these statements, which go to the database together and run there in this order.

    Where they are a transaction's first, so does its beginning, for which the driver makes a trip of its own.
    """
    connection = _driver_of(session)
    begins = not connection.autocommit and connection.info.transaction_status is TransactionStatus.IDLE
    if begins:
        connection.autocommit = True  # until it is back in its pool
    with connection.pipeline():
        if begins:
            connection.execute("BEGIN")
        cursors = [connection.cursor(row_factory=namedtuple_row).execute(*call) for call in calls]
    return [cursor.fetchall() if cursor.rownumber is not None else [] for cursor in cursors]


def commit(session: Session) -> None:
    """Commit, in one trip with what waits for it: where a statement fails, the commit behind it is not run."""
    session.flush()
    if calls := session.info.pop(WITH_COMMIT, None):
        connection = _driver_of(session)
        with connection.pipeline():
            for call in calls:
                connection.execute(*call)
            connection.commit()
    session.commit()


def _driver_of(session: Session) -> psycopg.Connection[Any]:
    driver: psycopg.Connection[Any] = session.connection().connection.driver_connection  # type: ignore[assignment]
    return driver
