"""A real PostgreSQL for tests: one server a run, one migrated database a service, emptied before each test.

Code under test connects as its service does, with a role that owns nothing; what only an owner may do (DDL, TRUNCATE)
a test does as `superuser_of(database)`.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
from alembic import command
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from servicekit.database_roles import OWNER_SUFFIX, ensure_database
from servicekit.migrate import grant, kit_config, migrate
from servicekit.storage.database import Database
from servicekit.storage.tables import KitBase

EMPTY = """
SELECT string_agg(format('%%I.%%I', schemaname, tablename), ', ')
FROM pg_tables WHERE schemaname IN ('kit', 'public') AND tablename <> ALL(%s)
"""
PASSWORD = "test"  # noqa: S105 - of servers that live for one run

# The superuser's address of each database made here, by the name of the database.
_superusers: dict[str, str] = {}


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


def fresh(server: str, database: str) -> tuple[str, str]:
    """The addresses of a new, empty database's two roles: the one that runs a service, and the owner."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(database)))
    at = conninfo_to_dict(server)

    def address(role: object, password: object) -> str:
        return f"postgresql://{role}:{password}@{at['host']}:{at['port']}/{database}"

    runtime, owner = address(database, PASSWORD), address(f"{database}{OWNER_SUFFIX}", PASSWORD)
    ensure_database(server, runtime, owner)
    _superusers[database] = address(at["user"], at.get("password", ""))
    return runtime, owner


def migrated(server: str, service: str, apart: str = "") -> str:
    """The address of this service's own, migrated database on the server; `apart` names another one of the run."""
    runtime, owner = fresh(server, f"{service}{apart}_{os.getpid()}")
    migrate(service, owner)
    return runtime


def migrated_kit(server: str, name: str) -> str:
    """The address of a database with the kit's own tables and no service's."""
    runtime, owner = fresh(server, f"{name}_{os.getpid()}")
    command.upgrade(kit_config(owner), "head")
    grant(owner, [KitBase.metadata])
    return runtime


def superuser_of(database: Database) -> str:
    """The superuser's address of a database made here."""
    return _superusers[str(conninfo_to_dict(database.dsn)["dbname"])]


def empty(database: Database, keep: Sequence[str] = ()) -> None:
    """Take every row out; the tables stay. Reference data that a migration has put in can be kept."""
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        tables = connection.execute(EMPTY, [["migrations", *keep]]).fetchone()
        if tables and tables[0]:
            connection.execute(f"TRUNCATE {tables[0]} CASCADE")
        # As if the worker had just copied the revoked sessions, for however long a test takes.
        connection.execute("INSERT INTO kit.revocation_checks VALUES ('identity', now() + interval '1 day')")
