"""A dump of one database: its rows as of one moment, and its sequences, for a database of the same migrations.

PostgreSQL's packages on npm have no pg_dump. In a cluster pg_dump or point-in-time recovery does it (docs/restore.md).
"""

from pathlib import Path

import psycopg
from psycopg.sql import SQL, Composable, Identifier

# Of a partitioned table the rows of all partitions: the new database has partitions of other days.
TABLES = """
SELECT table_schema, table_name, array_agg(column_name::text ORDER BY ordinal_position)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'kit') AND is_generated = 'NEVER'
    AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)
GROUP BY table_schema, table_name ORDER BY table_schema, table_name
"""
SEQUENCES = "SELECT schemaname, sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL"


def dump(url: str, folder: Path) -> None:
    """Write one file of rows for each table in `folder`; `url` is a superuser's address of the database."""
    folder.mkdir(parents=True)
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        for schema, table, columns in connection.execute(TABLES).fetchall():
            with (
                (folder / f"{schema}.{table}").open("wb") as file,
                connection.cursor().copy(
                    SQL("COPY (SELECT {} FROM {}) TO STDOUT (FORMAT binary)").format(
                        _names(columns), Identifier(schema, table)
                    )
                ) as rows,
            ):
                for block in rows:
                    file.write(block)
        # Sequences are not part of the snapshot: read last, they are never behind the rows.
        found = connection.execute(SEQUENCES).fetchall()
        (folder / "sequences").write_text("".join(f"{schema} {name} {value}\n" for schema, name, value in found))


def load(url: str, folder: Path) -> None:
    """Replace the rows of a migrated database by those of a dump, as a superuser, in one transaction."""
    with psycopg.connect(url) as connection:
        # No trigger and no foreign key: the rows were checked when they were written.
        connection.execute("SET LOCAL session_replication_role = replica")
        tables = connection.execute(TABLES).fetchall()
        connection.execute(SQL("TRUNCATE {}").format(SQL(", ").join(Identifier(*each[:2]) for each in tables)))
        for schema, table, columns in tables:
            statement = SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(
                Identifier(schema, table), _names(columns)
            )
            with connection.cursor().copy(statement) as rows:
                rows.write((folder / f"{schema}.{table}").read_bytes())
        for line in (folder / "sequences").read_text().splitlines():
            schema, name, value = line.split()
            connection.execute(
                "SELECT setval(format('%%I.%%I', %s::text, %s::text)::regclass, %s)", [schema, name, int(value)]
            )


def _names(columns: list[str]) -> Composable:
    return SQL(", ").join(map(Identifier, columns))
