"""Spans of database statements."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any, Self

import psycopg
from opentelemetry.trace import SpanKind, get_current_span

from shared.kit.core.telemetry import span

# SQLAlchemy's, of a connection that was idle.
PING = ";"


class TracedCursor(psycopg.Cursor[Any]):
    """Records each statement of a recorded trace, without its values. Statements of polls belong to none.

    In a pipeline the span ends when the statement is sent.
    """

    def execute(self, query: Any, *args: Any, **options: Any) -> Self:
        """Execute the statement."""
        with self._span(query):
            return super().execute(query, *args, **options)

    def executemany(self, query: Any, *args: Any, **options: Any) -> None:
        """Execute the statement for each set of values."""
        with self._span(query):
            super().executemany(query, *args, **options)

    def _span(self, query: Any) -> AbstractContextManager[object]:
        if not get_current_span().is_recording():
            return nullcontext()
        text = " ".join(query.split()) if isinstance(query, str) else ""
        operation, database = text.partition(" ")[0].upper(), self.connection.info.dbname
        if text == PING:
            return nullcontext()
        attributes = {
            "db.system.name": "postgresql",
            "db.namespace": database,
            "db.operation.name": operation,
            # A statement with placeholders: its values are never recorded.
            "db.query.text": text,
            "server.address": self.connection.info.host,
        }
        return span(f"{operation} {database}".strip(), kind=SpanKind.CLIENT, attributes=attributes)


def trace_statements(connection: psycopg.Connection[Any], _: object) -> None:
    """Have the statements of a new connection of a pool traced."""
    connection.cursor_factory = TracedCursor
