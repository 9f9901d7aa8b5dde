"""Statements compiled once, and several of them in one round trip.

For the statements that run with every request; everything else uses the ORM. `scripts/bench chat` has the figures.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import psycopg
from psycopg.rows import namedtuple_row
from sqlalchemy import ClauseElement, CursorResult, text
from sqlalchemy.dialects.postgresql.psycopg import dialect
from sqlalchemy.orm import Session

from shared.kit.db.driver_session import DriverSession
from shared.kit.db.one_send import one_send

Call = tuple[str, dict[str, Any]]
OnRows = Callable[[Sequence[Any]], None]
WITH_COMMIT = "with_commit"


class Statement:
    """A SQLAlchemy statement compiled once: running it takes a fifth of the processor time of compiling it each time.

    Values go to the driver unconverted, so JSON has to be wrapped as `Jsonb`.
    """

    def __init__(self, query: ClauseElement) -> None:
        compiled = query.compile(dialect=dialect())  # type: ignore[no-untyped-call]
        self._text, self._params = str(compiled), dict(compiled.params)

    def on(self, session: Session, **given: Any) -> CursorResult[Any]:
        """Execute it in the transaction of this session, which is SQLAlchemy's."""
        return session.connection().exec_driver_sql(*self.with_(**given))

    def rows(self, session: Session, **given: Any) -> list[Any]:
        """Execute it as `rows_of` does."""
        return rows_of(session, *self.with_(**given))

    def with_commit(self, session: Session, **given: Any) -> None:
        """Defer it to the commit of the unit of work: all deferred statements and COMMIT are one round trip.

        For writes without a result. Raises psycopg errors, not SQLAlchemy's.
        """
        self.rows_with_commit(session, None, **given)

    def rows_with_commit(self, session: Session, then: "OnRows | None", **given: Any) -> None:
        """As `with_commit`; `then` is called with the rows once they are committed, in a unit of work that commits
        itself."""
        session.info.setdefault(WITH_COMMIT, []).append((self.with_(**given), then))

    def with_(self, **given: Any) -> Call:
        """The SQL text and its values, for `in_one_trip`."""
        return self._text, {**self._params, **given}


# Limits how long this transaction waits for each lock: `within` is a duration as PostgreSQL shows it.
LOCK_TIMEOUT = Statement(text("SELECT set_config('lock_timeout', :within, true)"))


def rows_of(session: Session, text: str, values: Mapping[str, Any]) -> list[Any]:
    """Execute SQL text by the driver, without SQLAlchemy: a third of the time of a short read is saved.

    Rows are named tuples. Raises psycopg errors, not SQLAlchemy's.
    """
    return _driver_of(session).cursor(row_factory=namedtuple_row).execute(text, values).fetchall()


def in_one_trip(session: Session, *calls: Call) -> list[Sequence[Any]]:
    """Execute these statements in one round trip, in this order; the first of a transaction take BEGIN along.

    Returns the rows of each.
    """
    connection = _driver_of(session)
    with one_send(connection):
        cursors = [connection.cursor(row_factory=namedtuple_row).execute(*call) for call in calls]
    return [cursor.fetchall() if cursor.rownumber is not None else [] for cursor in cursors]


def execute_deferred(session: Session) -> None:
    """Execute the deferred statements now, in one round trip: what follows in this transaction depends on them."""
    session.flush()
    if deferred := session.info.pop(WITH_COMMIT, None):
        in_one_trip(session, *(call for call, _ in deferred))


def commit(session: Session) -> None:
    """Commit, in one round trip with the deferred statements. A failing statement aborts pipeline and COMMIT."""
    session.flush()
    answers: list[tuple[OnRows, psycopg.Cursor[Any]]] = []
    if deferred := session.info.pop(WITH_COMMIT, None):
        connection = _driver_of(session)
        with one_send(connection):
            for call, then in deferred:
                cursor = connection.cursor(row_factory=namedtuple_row).execute(*call)
                answers += [(then, cursor)] if then else []
            connection.commit()
    session.commit()
    for then, cursor in answers:
        then(cursor.fetchall() if cursor.description else [])


def _driver_of(session: Session | DriverSession) -> psycopg.Connection[Any]:
    if isinstance(session, DriverSession):
        return session.driver
    driver: psycopg.Connection[Any] = session.connection().connection.driver_connection  # type: ignore[assignment]
    return driver
