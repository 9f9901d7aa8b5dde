"""Privileges of each service on each database and table, tried with real connections in the services' own roles."""

import importlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
import yaml
from alembic import command
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.errors import InsufficientPrivilege, OperationalError
from psycopg.sql import SQL, Composed, Identifier
from shared.kit.db.tables import KitBase
from shared.kit.testing.database import migrated
from shared.ops.database_roles import OWNER_SUFFIX, ensure_database, runtime_role
from shared.ops.migrate import kit_config, migrate, service_config
from shared.privacy import KIT, DeletedAfter
from shared.registry import service_names
from sqlalchemy import Table

SERVICES = service_names()
DECIDED: Mapping[str, Mapping[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("table_privileges.yaml").read_text("utf-8")
)
ALLOWED = {
    "read-only": {"SELECT"},
    "append-only": {"SELECT", "INSERT"},
    "never-deleted": {"SELECT", "INSERT", "UPDATE"},
    "ordinary": {"SELECT", "INSERT", "UPDATE", "DELETE"},
}
# None changes a row even where it is allowed. `{column}` is one the table has.
DATA_STATEMENTS = {
    "SELECT": "SELECT FROM {table} LIMIT 0",
    "INSERT": "INSERT INTO {table} ({column}) SELECT {column} FROM {table} WHERE false",
    "UPDATE": "UPDATE {table} SET {column} = {column} WHERE false",
    "DELETE": "DELETE FROM {table} WHERE false",
}
OWNERS_STATEMENTS = (
    "TRUNCATE {table} CASCADE",
    "DROP TABLE {table} CASCADE",
    "ALTER TABLE {table} ADD COLUMN added integer",
    "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "ALTER TABLE {table} OWNER TO CURRENT_USER",
    "CREATE TRIGGER made BEFORE INSERT ON {table} EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE made AS ON DELETE TO {table} DO INSTEAD NOTHING",
    "CREATE INDEX ON {table} ({column})",
    "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
)
ADMINISTRATORS_STATEMENTS = (
    "SET session_replication_role = replica",
    "SET ROLE {owner}",
    "SET SESSION AUTHORIZATION postgres",
    "SELECT * FROM pg_authid",
    "SELECT * FROM pg_largeobject",
    "SELECT pg_read_file('PG_VERSION')",
    "SELECT pg_ls_dir('.')",
    "SELECT pg_reload_conf()",
    "SELECT lo_import('/etc/hostname')",
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/copied'",
    "ALTER SYSTEM SET fsync = off",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "ALTER ROLE {owner} PASSWORD 'known'",
    "ALTER DATABASE {database} SET statement_timeout = 0",
    "CREATE ROLE another",
    "CREATE DATABASE another",
    "CREATE SCHEMA another",
    "CREATE TABLE public.another (id integer)",
    "CREATE TABLE kit.another (id integer)",
    "CREATE TEMP TABLE another (id integer)",
    "CREATE FUNCTION public.another() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE EXTENSION dblink",
    "DROP SCHEMA kit CASCADE",
    "UPDATE kit.migrations SET version_num = ''",
    "UPDATE public.migrations SET version_num = ''",
)


@pytest.fixture(scope="module")
def addresses(postgres_server: str) -> dict[str, str]:
    """The address of each service's migrated database, as the service gets it."""
    return {service: migrated(postgres_server, service, apart="_roles") for service in SERVICES}


@pytest.fixture
def connection(addresses: dict[str, str], service: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(addresses[service], autocommit=True) as connected:
        yield connected


def is_allowed(connection: psycopg.Connection[Any], statement: Composed) -> bool:
    """Whether the role may run this. It is rolled back."""
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(statement)
    except InsufficientPrivilege:
        return False
    return True


def tables_of(service: str) -> Iterator[tuple[Composed, Composed, set[str]]]:
    """Each table, one of its writable columns, and its privileges, with the kit's tables."""
    for name, metadata in (
        (service, importlib.import_module(f"{service}.storage.tables").Base.metadata),
        ("kit", KitBase.metadata),
    ):
        decided = {table: ALLOWED[kind] for kind, tables in DECIDED[name].items() for table in tables}
        for table in metadata.sorted_tables:
            assert table.name in decided, f"decide about {name}.{table.name} in table_privileges.yaml"
            column = next(one for one in table.columns if one.identity is None and one.computed is None)
            qualified = SQL("{}.{}").format(Identifier(table.schema or "public"), Identifier(table.name))
            yield qualified, SQL("{}").format(Identifier(column.name)), decided[table.name]


@pytest.mark.parametrize("service", [*SERVICES, "kit"])
def test_each_decision_is_about_a_table_there_is(service: str) -> None:
    metadata = (
        KitBase.metadata if service == "kit" else importlib.import_module(f"{service}.storage.tables").Base.metadata
    )
    decided = [table for tables in DECIDED[service].values() for table in tables]

    assert sorted(decided) == sorted(table.name for table in metadata.sorted_tables)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_may_do_to_its_tables_what_was_decided(service: str, connection: psycopg.Connection[Any]) -> None:
    for table, column, decided in tables_of(service):
        allowed = {
            privilege
            for privilege, statement in DATA_STATEMENTS.items()
            if is_allowed(connection, SQL(statement).format(table=table, column=column))
        }
        assert allowed == decided, table.as_string(connection)
        for statement in OWNERS_STATEMENTS:
            text = SQL(statement).format(table=table, column=column)
            assert not is_allowed(connection, text), text.as_string(connection)


@pytest.mark.parametrize("service", SERVICES)
def test_no_column_has_a_privilege_its_table_has_not(service: str, connection: psycopg.Connection[Any]) -> None:
    for table, _, decided in tables_of(service):
        [any_column] = connection.execute(
            "SELECT has_any_column_privilege(%s, 'UPDATE')", [table.as_string(connection)]
        ).fetchall()
        assert any_column[0] is ("UPDATE" in decided), table.as_string(connection)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_no_administrator(
    service: str, addresses: dict[str, str], connection: psycopg.Connection[Any]
) -> None:
    at = conninfo_to_dict(addresses[service])
    names = {"database": Identifier(str(at["dbname"])), "owner": Identifier(f"{at['user']}{OWNER_SUFFIX}")}

    for statement in ADMINISTRATORS_STATEMENTS:
        # Without a transaction around it, in which some of them cannot run at all.
        with pytest.raises(InsufficientPrivilege):
            connection.execute(SQL(statement).format(**names))


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_owns_nothing_and_is_member_of_no_role(service: str, connection: psycopg.Connection[Any]) -> None:
    owned = connection.execute(
        """
        SELECT relname FROM pg_class WHERE relowner = current_user::regrole
        UNION ALL SELECT proname FROM pg_proc WHERE proowner = current_user::regrole
        UNION ALL SELECT nspname FROM pg_namespace WHERE nspowner = current_user::regrole
        UNION ALL SELECT datname FROM pg_database WHERE datdba = current_user::regrole
        UNION ALL SELECT roleid::regrole::text FROM pg_auth_members WHERE member = current_user::regrole
        UNION ALL SELECT rolname FROM pg_roles WHERE rolname LIKE current_user || '%'
            AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
        """
    ).fetchall()

    assert owned == []


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_reaches_its_own_database_alone(service: str, addresses: dict[str, str]) -> None:
    others = {conninfo_to_dict(address)["dbname"] for name, address in addresses.items() if name != service}

    for other in {*others, "postgres", "template1"}:
        with pytest.raises(OperationalError, match="permission denied for database"):
            psycopg.connect(make_conninfo(addresses[service], dbname=other))
    # The other's password is another one; in tests all are the same, so this only says that the role can log in.
    psycopg.connect(addresses[service]).close()


@pytest.mark.parametrize("service", SERVICES)
def test_functions_run_as_owner_are_declared_and_have_a_fixed_search_path(
    service: str, connection: psycopg.Connection[Any]
) -> None:
    """Functions that are SECURITY DEFINER have a fixed search path. Those that can be called (a trigger's cannot) are
    declared ways to delete old rows."""
    inventory = (*importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY, *KIT)
    declared = {
        one.retention.through.removeprefix("kit.")
        for one in inventory
        if isinstance(one.retention, DeletedAfter) and one.retention.through
    }

    found = connection.execute(
        "SELECT proname, proconfig, prorettype = 'trigger'::regtype FROM pg_proc"
        " WHERE prosecdef AND pronamespace IN ('public'::regnamespace, 'kit'::regnamespace)"
    ).fetchall()

    assert {name for name, _, is_trigger in found if not is_trigger} == declared
    assert all("search_path=pg_catalog, pg_temp" in (settings or []) for _, settings, _ in found)


def test_old_rows_of_append_only_and_partitioned_tables_go_through_a_function() -> None:
    for service in SERVICES:
        for record in (*importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY, *KIT):
            schema = record.row.__table__.schema or service
            if isinstance(record.retention, DeletedAfter):
                table = record.row.__table__
                is_partitioned = isinstance(table, Table) and table.info.get("partitioned_by_day", False)
                by_itself = table.name in DECIDED[schema]["ordinary"] and not is_partitioned
                assert by_itself is (record.retention.through is None), record.table


@pytest.mark.parametrize("service", ["billing", "profiles"])
def test_a_database_in_which_one_role_owned_everything_is_handed_over_while_it_serves(
    postgres_server: str, service: str
) -> None:
    """As the release before left it: its connections go on writing, and nothing they wrote is lost."""
    name = f"{service}_handed_over_{os.getpid()}"
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(SQL("CREATE ROLE {} LOGIN PASSWORD 'old'").format(Identifier(name)))
        server.execute(SQL("CREATE DATABASE {} OWNER {}").format(Identifier(name), Identifier(name)))
    at = conninfo_to_dict(postgres_server)
    runtime, owner = (f"postgresql://{role}:new@{at['host']}:{at['port']}/{name}" for role in (name, f"{name}_owner"))
    before = runtime.replace(":new@", ":old@")
    for config in (kit_config(before), service_config(service, before)):
        command.upgrade(config, "head")
    note = "INSERT INTO kit.erased (member_id) VALUES (%s)"
    serving = psycopg.connect(before, autocommit=True)
    serving.execute(note, [uuid4()])

    for _ in range(2):
        ensure_database(postgres_server, runtime, owner)
        serving.execute(note, [uuid4()])
        migrate(service, owner)
        serving.execute(note, [uuid4()])

    with psycopg.connect(runtime, autocommit=True) as connection:
        assert connection.execute("SELECT count(*) FROM kit.erased").fetchone() == (5,)
        for table, column, decided in tables_of(service):
            for privilege, statement in DATA_STATEMENTS.items():
                text = SQL(statement).format(table=table, column=column)
                assert is_allowed(connection, text) is (privilege in decided), text.as_string(connection)
            for statement in OWNERS_STATEMENTS:
                assert not is_allowed(connection, SQL(statement).format(table=table, column=column))
    serving.close()


def test_migrations_run_as_an_owner_alone() -> None:
    assert runtime_role("chat_owner") == "chat"
    with pytest.raises(ValueError, match="not as chat"):
        runtime_role("chat")
