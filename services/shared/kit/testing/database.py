"""A real PostgreSQL for tests: one server a run, one migrated database a service, emptied before each test.

Code under test connects as its service does, with a role that owns nothing; operations of an owner (DDL, TRUNCATE)
a test does as `superuser_of(database)`.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import psycopg
from alembic import command
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier, Literal
from sqlalchemy import event

from shared.kit.db.database import Database
from shared.kit.db.tables import KitBase
from shared.ops.database_roles import OWNER_SUFFIX, ensure_database
from shared.ops.migrate import grant, kit_config, migrate

# TRUNCATE replaces the files of a table and of its indexes, even if it is empty: 100 ms for the tables of a service.
# The few rows of a test are deleted in less than 5 ms; a table that has grown is truncated, so that none stays bloated.
# session_replication_role skips foreign keys and the triggers that refuse changes of append-only tables.
EMPTY = """
DO $$
DECLARE
    emptied regclass;
    has_rows boolean;
    grown text;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR emptied IN
        SELECT format('%I.%I', schemaname, tablename)::regclass FROM pg_tables
        WHERE schemaname IN ('kit', 'public') AND tablename <> ALL({kept}::text[])
    LOOP
        IF pg_relation_size(emptied) > 262144 THEN
            grown := concat_ws(', ', grown, emptied);
        ELSIF pg_relation_size(emptied) > 0 THEN
            EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', emptied) INTO has_rows;
            IF has_rows THEN
                EXECUTE format('DELETE FROM %s', emptied);
            END IF;
        END IF;
    END LOOP;
    IF grown IS NOT NULL THEN
        EXECUTE format('TRUNCATE %s CASCADE', grown);
    END IF;
END $$
"""
# As for the fixture of the root conftest.
IS_POOLED = bool(os.environ.get("PAIRWISE_TEST_POOLER"))
PASSWORD = "test"  # noqa: S105 - of servers that live for one run

# The superuser's address of each database made here, by the name of the database.
_superusers: dict[str, str] = {}
# Servers with the service, or "kit", whose template this process has migrated there.
_templates: set[tuple[str, str]] = set()


def fresh(server: str, database: str, *, role: str = "", template: str = "") -> tuple[str, str]:
    """The addresses of a new database's two roles: the one that runs a service, and the owner.

    The roles are named after the database unless `role` names others. It is empty, or a copy of the database `template`
    of the same roles, to which nobody may be connected.
    """
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(database)))
        if template:
            owned_by = Identifier(f"{role}{OWNER_SUFFIX}")
            # The other strategy writes each page to the log, which takes three times as long.
            copy = SQL("CREATE DATABASE {} TEMPLATE {} OWNER {} STRATEGY FILE_COPY")
            connection.execute(copy.format(Identifier(database), Identifier(template), owned_by))
    at = conninfo_to_dict(server)

    def address(role: object, password: object) -> str:
        return f"postgresql://{role}:{password}@{at['host']}:{at['port']}/{database}"

    role = role or database
    runtime, owner = address(role, PASSWORD), address(f"{role}{OWNER_SUFFIX}", PASSWORD)
    ensure_database(server, runtime, owner, is_pooled=IS_POOLED)
    _superusers[database] = address(at["user"], at.get("password", ""))
    return runtime, owner


def migrated(server: str, service: str, apart: str = "") -> str:
    """The address of this service's own, migrated database on the server; `apart` names another one of the run.

    Migrations run once in a process: the databases are copies of what they have made, with the same two roles.
    """
    runtime, _ = migrated_addresses(server, service, apart)
    return runtime


def migrated_addresses(server: str, service: str, apart: str = "") -> tuple[str, str]:
    """The addresses of both roles of such a database, as of `fresh`."""
    return _copy_of(server, service, f"{service}{apart}", lambda owner: migrate(service, owner))


def migrated_kit(server: str, name: str) -> str:
    """The address of a database with the kit's own tables and no service's."""
    runtime, _ = kit_addresses(server, name)
    return runtime


def kit_addresses(server: str, name: str) -> tuple[str, str]:
    """The addresses of both roles of such a database, as of `fresh`. All databases of the kit have the same roles."""
    return _copy_of(server, "kit", name, _migrate_kit)


def _migrate_kit(owner: str) -> None:
    command.upgrade(kit_config(owner), "head")
    grant(owner, [KitBase.metadata])


def _copy_of(server: str, template: str, name: str, migrate_it: Callable[[str], None]) -> tuple[str, str]:
    role, source = f"{template}_{os.getpid()}", f"{template}_template_{os.getpid()}"
    if (server, template) not in _templates:
        _, owner = fresh(server, source, role=role)
        migrate_it(owner)
        _templates.add((server, template))
    return fresh(server, f"{name}_{os.getpid()}", role=role, template=source)


def superuser_of(database: Database) -> str:
    """The superuser's address of a database made here."""
    return _superusers[str(conninfo_to_dict(database.dsn)["dbname"])]


def with_lock_timeout(database: Database, *, milliseconds: int) -> Database:
    """A second pool to the same database that gives up on a lock so soon; the pools of tests wait a minute for one."""
    limited = Database(database.url)

    @event.listens_for(limited.engine, "connect")
    def limit(connection: psycopg.Connection[Any], _: object) -> None:
        connection.execute(SQL("SET lock_timeout = {}").format(Literal(milliseconds)))
        connection.commit()

    return limited


def insert_alone(database: Database, table: str, **values: object) -> None:
    """Insert a row without those that its foreign keys name."""
    columns = SQL(", ").join(map(Identifier, values))
    with psycopg.connect(superuser_of(database), options="-c session_replication_role=replica") as connection:
        insert = SQL("INSERT INTO {} ({}) VALUES ({})").format(
            Identifier(table), columns, SQL(", ").join(map(Literal, values.values()))
        )
        connection.execute(insert)


def empty(database: Database, keep: Sequence[str] = ()) -> None:
    """Take every row out; the tables stay. Reference data that a migration has put in can be kept."""
    address = superuser_of(database)
    try:
        _empty(_session(address), keep)
    except psycopg.OperationalError:
        # A test has ended all sessions of its server.
        _session.cache_clear()
        _empty(_session(address), keep)


@cache
def _session(address: str) -> psycopg.Connection[Any]:
    """A session that stays open: a new one for each test would take seven times as long as emptying."""
    return psycopg.connect(address, autocommit=True)


def _empty(session: psycopg.Connection[Any], keep: Sequence[str]) -> None:
    session.execute(SQL(EMPTY).format(kept=Literal(["migrations", *keep])))
