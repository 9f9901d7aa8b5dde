"""Indexes of tables that have rows: built while the release in service reads and writes."""

from typing import Any

import sqlalchemy as sa
from alembic import op

IS_INVALID = sa.text(
    "SELECT NOT indisvalid FROM pg_index WHERE indexrelid = "
    "to_regclass(format('%I.%I', CAST(:schema AS text), CAST(:name AS text)))"
)


def build_index(name: str, table: str, columns: list[Any], *, schema: str = "public", **options: Any) -> None:
    """CREATE INDEX CONCURRENTLY, in a migration that does nothing else: it commits what came before it.

    An interrupted build leaves an invalid index, which the next try replaces. A finished one is left as it is.
    """
    with op.get_context().autocommit_block():
        if op.get_bind().scalar(IS_INVALID, {"schema": schema, "name": name}):
            op.drop_index(name, table, schema=schema, postgresql_concurrently=True)
        op.create_index(
            name, table, columns, schema=schema, postgresql_concurrently=True, if_not_exists=True, **options
        )
