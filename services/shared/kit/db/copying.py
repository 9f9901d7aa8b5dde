"""Bulk loading of rows by COPY, for operators' commands."""

from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import text
from sqlalchemy.orm import Session


def copy_rows(session: Session, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Add these rows in the transaction of this session, a tenth of the processor time of an INSERT for each.

    COPY has no ON CONFLICT: a row that exists, or is committed meanwhile, fails all of them. Raises psycopg errors.
    """
    driver: Any = session.connection().connection.driver_connection
    connection: psycopg.Connection[Any] = driver
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.cursor().copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def without_timeouts(session: Session) -> None:
    """Let the statements of this transaction take as long as they need: nobody waits for an answer."""
    session.execute(text("SET LOCAL statement_timeout = 0"))
    session.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
