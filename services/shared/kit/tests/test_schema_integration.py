"""Readiness knows the schema: a database that lacks a migration of this release takes no requests."""

from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from flask import Blueprint
from psycopg.sql import SQL, Identifier
from runner.backing_services import postgres_server as running_postgres
from shared.kit.core.settings import Settings
from shared.kit.db.database import Database
from shared.kit.db.schema import FAIL_OVER_SECONDS, KIT_MIGRATIONS, SERVICES, _revisions, schema_check
from shared.kit.http.app import create_app
from shared.kit.http.endpoints import endpoint
from shared.kit.testing.database import fresh, migrated, migrated_kit, superuser_of
from shared.kit.testing.tokens import KeyPair
from shared.kit.tests.things import MEMBER, ROUTES, ThingOut, headers, refusal
from shared.ops.migrate import kit_config, migrate, service_config
from shared.registry.services import services

SERVICE = "lander"


@pytest.mark.parametrize("service", services(), ids=lambda service: service.name)
def test_file_names_are_the_history_that_alembic_follows(service: object) -> None:
    name = getattr(service, "name", "")
    for config, folder, prefix in (
        (kit_config("postgresql://nobody@nowhere/nothing"), KIT_MIGRATIONS, "kit"),
        (service_config(name, "postgresql://nobody@nowhere/nothing"), SERVICES / name / "migrations", ""),
    ):
        script = ScriptDirectory.from_config(config)
        history = [each.revision for each in reversed(list(script.walk_revisions()))]
        assert list(_revisions(folder, prefix)) == history
        assert len(script.get_heads()) == 1


def test_an_empty_database_is_not_ready(postgres_server: str) -> None:
    runtime, owner = fresh(postgres_server, "schema_check_empty")
    is_ready = schema_check(SERVICE, Database(runtime))
    assert not is_ready()
    command.upgrade(kit_config(owner), "head")
    assert not is_ready(), "the kit's tables alone are not the service's"
    migrate(SERVICE, owner)
    assert is_ready()


def test_a_database_that_was_emptied_is_not_ready_any_more(postgres_server: str) -> None:
    database = Database(migrated(postgres_server, SERVICE, apart="_emptied"))
    is_ready = schema_check(SERVICE, database)
    assert is_ready()
    with psycopg.connect(superuser_of(database), autocommit=True, dbname=database.engine.url.database) as connection:
        connection.execute("DROP TABLE public.migrations CASCADE")
    assert not is_ready()


@pytest.mark.parametrize(("table", "older", "newer"), [("public", "0001", "9999"), ("kit", "kit0001", "kit9999")])
def test_an_older_schema_is_not_ready_and_a_later_one_is(
    postgres_server: str, table: str, older: str, newer: str
) -> None:
    database = Database(migrated(postgres_server, "identity", apart=f"_version_{table}"))
    is_ready = schema_check("identity", database)
    for version, ready in ((older, False), (newer, True)):
        with psycopg.connect(superuser_of(database), autocommit=True) as connection:
            connection.execute(SQL("UPDATE {}.migrations SET version_num = %s").format(Identifier(table)), [version])
        assert is_ready() is ready


def test_a_fail_over_takes_no_process_out_and_its_requests_get_the_stated_refusal(
    keys: KeyPair, tmp_path: Path
) -> None:
    """For half a minute; a process that was never ready stays out, and one whose database stays away leaves."""
    now = 0.0
    routes = tmp_path / "routes.yaml"
    routes.write_text(ROUTES)
    with running_postgres() as server:
        database = Database(migrated_kit(server.url, "things"))
        was_ready, starting = (schema_check("things", database, lambda: now) for _ in range(2))
        settings = Settings.from_environment(
            PAIRWISE_SERVICE="things",
            PAIRWISE_ENV="test",
            DATABASE_URL=database.dsn,
            TOKEN_PUBLIC_KEY=str(keys.public),
            ROUTES_FILE=str(routes),
        )
        things = Blueprint("things", __name__, url_prefix="/api")

        @things.get("/thing.php")
        @endpoint()
        def get() -> ThingOut:
            with database.reader.connect():
                return ThingOut(name="a thing", owner="nobody")

        client = create_app(settings, database, [things], None).test_client()

        def asked() -> tuple[int, str]:
            return refusal(client.get("/api/thing.php", headers=headers(keys.token(MEMBER))))

        assert was_ready()
        assert client.get("/health/ready").status_code == 200
        server.kill()
        now += FAIL_OVER_SECONDS - 1
        assert was_ready()
        assert not starting()
        assert client.get("/health/ready").status_code == 200
        assert asked() == (503, "unavailable")
        now += 2
        assert not was_ready()
        server.start()
        assert was_ready()
        assert starting()
        assert client.get("/api/thing.php", headers=headers(keys.token(MEMBER))).status_code == 200
        database.engine.dispose()


def test_a_database_that_does_not_answer_is_not_ready() -> None:
    assert not schema_check(SERVICE, Database("postgresql://nobody@127.0.0.1:1/nothing"))()
