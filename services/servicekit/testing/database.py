"""A real PostgreSQL for tests: one server a run, one migrated database a service, emptied before each test."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg.sql import SQL, Identifier

from servicekit.migrate import migrate
from servicekit.storage.database import Database

EMPTY = """
SELECT string_agg(format('%%I.%%I', schemaname, tablename), ', ')
FROM pg_tables WHERE schemaname IN ('kit', 'public') AND tablename <> ALL(%s)
"""


@contextmanager
def test_postgres() -> Iterator[str]:
    """The superuser's address of a fresh server; of a running one when PAIRWISE_TEST_POSTGRES names it."""
    if running := os.environ.get("PAIRWISE_TEST_POSTGRES"):
        yield running
        return
    # The runner knows where the binaries are; it needs them only here.
    from runner.parts import postgres

    with postgres() as dsn:
        yield dsn


def migrated(server: str, service: str, apart: str = "") -> str:
    """The address of this service's own, migrated database on the server; `apart` names another one of the run."""
    name = f"{service}{apart}_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(name)))
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    address = psycopg.conninfo.make_conninfo(server, dbname=name)
    parts = psycopg.conninfo.conninfo_to_dict(address)
    password = f":{parts['password']}" if parts.get("password") else ""
    url = f"postgresql://{parts['user']}{password}@{parts['host']}:{parts['port']}/{name}"
    migrate(service, url)
    return url


def empty(database: Database, keep: Sequence[str] = ()) -> None:
    """Take every row out; the tables stay. Reference data that a migration has put in can be kept."""
    with psycopg.connect(database.dsn, autocommit=True) as connection:
        tables = connection.execute(EMPTY, [["migrations", *keep]]).fetchone()
        if tables and tables[0]:
            connection.execute(f"TRUNCATE {tables[0]} CASCADE")
        # As if the worker had just copied the revoked sessions, for however long a test takes.
        connection.execute("INSERT INTO kit.revocation_checks VALUES ('identity', now() + interval '1 day')")
