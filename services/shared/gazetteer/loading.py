"""Towns and regions in the tables of a database; migrations call this, in any release."""

from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg import sql

from shared.gazetteer import regions, towns


def load_towns(connection: psycopg.Connection[Any]) -> None:
    """Upsert towns and regions of the gazetteer, in the caller's transaction. Idempotent.

    Towns that a newer edition lacks stay, because members may live there.
    """
    _upsert(connection, "regions", ("id", "country", "name"), ((r.id, r.country, r.name) for r in regions()))
    _upsert(
        connection,
        "towns",
        ("id", "name", "country", "region", "latitude", "longitude", "population"),
        ((t.id, t.name, t.country, t.region_id, t.latitude, t.longitude, t.population) for t in towns()),
    )


def _upsert(
    connection: psycopg.Connection[Any], table: str, columns: tuple[str, ...], rows: Iterable[tuple[Any, ...]]
) -> None:
    names = {
        "table": sql.Identifier(table),
        "edition": sql.Identifier(f"{table}_edition"),
        "columns": sql.SQL(", ").join(map(sql.Identifier, columns)),
        "changes": sql.SQL(", ").join(sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in columns),
    }
    cursor = connection.cursor()
    cursor.execute(sql.SQL("CREATE TEMP TABLE {edition} (LIKE {table}) ON COMMIT DROP").format(**names))
    with cursor.copy(sql.SQL("COPY {edition} ({columns}) FROM STDIN").format(**names)) as copy:
        for row in rows:
            copy.write_row(row)
    cursor.execute(
        sql.SQL(
            "INSERT INTO {table} ({columns}) SELECT {columns} FROM {edition} ON CONFLICT (id) DO UPDATE SET {changes}"
        ).format(**names)
    )
    cursor.execute(sql.SQL("DROP TABLE {edition}").format(**names))
