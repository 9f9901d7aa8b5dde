"""Migrations run while the release before them serves: none holds a lock that its requests would queue behind."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from shared.kit.db.schema import SERVICES
from shared.kit.testing.database import PASSWORD, fresh, kit_addresses
from shared.ops import migrate as migrating
from shared.ops.migrate import grant, kit_config, patiently, service_config, wait_for
from shared.registry.services import service_names
from sqlalchemy import Engine, event

RELEASED: dict[str, str] = yaml.safe_load((SERVICES / "released.yaml").read_text())["migrations"]
TABLE = r"(?:IF (?:NOT )?EXISTS )?(?:ONLY )?([\w.]+)"
# The statements that lock a table for as long as it is large, and the mechanism that does not.
SLOW = {
    rf"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?\w+ ON {TABLE}": "build_index()",
    rf"REINDEX (?!.*CONCURRENTLY).*TABLE {TABLE}": "REINDEX CONCURRENTLY",
    rf"ALTER TABLE {TABLE} .*\bALTER COLUMN \w+ (?:SET DATA )?TYPE ": "a new column beside it",
    rf"ALTER TABLE {TABLE} .*\bSET NOT NULL": "a CHECK that is NOT VALID, validated later",
    rf"ALTER TABLE {TABLE} .*\bADD COLUMN .*(?:IDENTITY|SERIAL|STORED|uuid\w*\(|random\()": "a rewrite of the table",
    rf"ALTER TABLE {TABLE} .*\bADD CONSTRAINT \w+ (?:FOREIGN KEY|CHECK)(?!.*NOT VALID)": "NOT VALID, validated later",
    rf"ALTER TABLE {TABLE} .*\bADD CONSTRAINT \w+ (?:UNIQUE|PRIMARY KEY|EXCLUDE)(?!.*USING INDEX)": "USING INDEX",
    rf"(?:LOCK TABLE|CLUSTER|VACUUM FULL) {TABLE}": "it locks the table",
    # The release before still reads and writes them: they go one release later.
    rf"ALTER TABLE {TABLE} .*\b(?:DROP COLUMN|RENAME (?:COLUMN|TO))": "expand now, contract in the next release",
    rf"DROP TABLE {TABLE}": "expand now, contract in the next release",
}
# Migrations that may, by history and revision, each with a reason; emptied with the next release.
ALLOWED: dict[tuple[str, str], str] = {}


@pytest.mark.parametrize("history", ["kit", *service_names()])
def test_no_migration_since_the_last_release_locks_a_table_that_has_rows(history: str, postgres_server: str) -> None:
    is_kit = history == "kit"
    _, owner = fresh(postgres_server, "locks_kit") if is_kit else kit_addresses(postgres_server, f"locks_{history}")
    config = kit_config(owner) if is_kit else service_config(history, owner)
    command.upgrade(config, RELEASED[history])
    before = tables(owner)
    found = {
        revision: problems
        for revision in revisions_after(config, RELEASED[history])
        if (problems := slow_statements(config, revision, before)) and (history, revision) not in ALLOWED
    }
    assert found == {}
    later = set(revisions_after(config, RELEASED[history]))
    assert {revision for name, revision in ALLOWED if name == history} <= later, "an exception that is over"


@pytest.mark.parametrize(
    ("statement", "is_slow"),
    [
        ("CREATE INDEX ix ON accounts (email)", True),
        ("CREATE UNIQUE INDEX IF NOT EXISTS ix ON public.accounts (email)", True),
        ("CREATE INDEX CONCURRENTLY ix ON accounts (email)", False),
        ("CREATE INDEX ix ON made_just_now (email)", False),
        ("ALTER TABLE accounts ALTER COLUMN email SET NOT NULL", True),
        ("ALTER TABLE accounts ALTER COLUMN id TYPE bigint", True),
        ("ALTER TABLE accounts ADD COLUMN note VARCHAR", False),
        ("ALTER TABLE accounts ADD COLUMN id BIGINT GENERATED ALWAYS AS IDENTITY", True),
        ("ALTER TABLE accounts ADD CONSTRAINT ck CHECK (a > 0)", True),
        ("ALTER TABLE accounts ADD CONSTRAINT ck CHECK (a > 0) NOT VALID", False),
        ("ALTER TABLE accounts ADD CONSTRAINT fk FOREIGN KEY(a) REFERENCES b (id)", True),
        ("ALTER TABLE accounts ADD CONSTRAINT uq UNIQUE USING INDEX ix", False),
        ("ALTER TABLE accounts DROP COLUMN email", True),
        ("DROP TABLE accounts", True),
    ],
)
def test_the_rules_see(statement: str, is_slow: bool) -> None:
    assert bool(problems_of(statement, {"accounts"})) is is_slow


def test_a_migration_lets_requests_pass_and_comes_again(postgres_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, owner = fresh(postgres_server, "locks_patience")
    config = kit_config(owner)
    command.upgrade(config, "kit0005")
    waited, tries = threading.Event(), 0

    def upgrade() -> None:
        nonlocal tries
        tries += 1
        if tries == 2:
            waited.set()
        command.upgrade(config, "head")

    monkeypatch.setattr(migrating, "PAUSE_SECONDS", 0.1)
    with psycopg.connect(owner) as serving:
        # As a transaction of the release in service that takes long.
        serving.execute("SELECT count(*) FROM kit.outbox")
        job = threading.Thread(target=patiently, args=[upgrade])
        job.start()
        assert waited.wait(60), "the migration waits for its lock, and everybody behind it"
        serving.rollback()
        job.join(60)
    assert not job.is_alive()
    assert current(owner, "kit.migrations") == ScriptDirectory.from_config(config).get_current_head()


def test_a_database_that_starts_beside_the_job_is_waited_for(
    postgres_server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a cluster where the Job is the first to be ready: neither the database nor its role is there yet."""
    made = urlsplit(postgres_server)
    name = "locks_late"
    owner = f"postgresql://{name}_owner:{PASSWORD}@{made.hostname}:{made.port}/{name}"
    with psycopg.connect(postgres_server, autocommit=True) as superuser:
        superuser.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        superuser.execute(f"DROP ROLE IF EXISTS {name}_owner")

    def starts_late(_: float) -> None:
        fresh(postgres_server, name)

    monkeypatch.setattr(migrating, "time", SimpleNamespace(sleep=starts_late))
    wait_for(owner)
    waited = capsys.readouterr()
    assert f":{PASSWORD}@" not in waited.out + waited.err


def test_a_database_that_never_answers_ends_the_job_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "PAUSE_SECONDS", 0.0)
    tries: list[str] = []

    def refuse(url: str, **_: Any) -> None:
        tries.append(url)
        raise psycopg.OperationalError("connection refused")

    monkeypatch.setattr(psycopg, "connect", refuse)
    with pytest.raises(psycopg.OperationalError, match="refused"):
        wait_for("postgresql://nowhere")
    assert len(tries) == migrating.TRIES


def test_two_jobs_at_once_migrate_one_after_the_other(postgres_server: str) -> None:
    _, owner = fresh(postgres_server, "locks_two_jobs")
    # Processes, because Alembic's context is one for each.
    command_line = [sys.executable, "-m", "shared.ops.migrate", "lander"]
    variables = os.environ | {"DATABASE_OWNER_URL_LANDER": owner, "PYTHONPATH": os.pathsep.join(sys.path)}
    jobs = [subprocess.Popen(command_line, env=variables) for _ in range(2)]
    assert [job.wait(120) for job in jobs] == [0, 0]
    config = service_config("lander", owner)
    assert current(owner, "public.migrations") == ScriptDirectory.from_config(config).get_current_head()


def test_an_interrupted_index_is_built_again(postgres_server: str) -> None:
    _, owner = kit_addresses(postgres_server, "locks_index")
    database, role = urlsplit(owner).path[1:], urlsplit(owner).username
    config = service_config("lander", owner)
    command.upgrade(config, "0019")
    with psycopg.connect(postgres_server, dbname=database, autocommit=True) as superuser:
        superuser.execute(f"SET ROLE {role}")
        superuser.execute("CREATE INDEX ix_leads_any_sub_id ON leads (signed_up_at)")
        superuser.execute("RESET ROLE")
        superuser.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_leads_any_sub_id'::regclass")
    command.upgrade(config, "head")
    with psycopg.connect(owner) as connection:
        row = connection.execute(
            "SELECT indisvalid, indpred IS NOT NULL FROM pg_index WHERE indexrelid = 'ix_leads_any_sub_id'::regclass"
        ).fetchone()
    assert row == (True, True)
    grant(owner, [config.attributes["metadata"]])


def slow_statements(config: Config, revision: str, before: set[str]) -> list[str]:
    with recorded() as statements:
        command.upgrade(config, revision)
    return [problem for statement in statements for problem in problems_of(statement, before)]


def problems_of(statement: str, before: set[str]) -> list[str]:
    """What is wrong with a statement about tables that are there before the migrations."""
    flat = " ".join(statement.split())
    found = []
    for pattern, remedy in SLOW.items():
        match = re.match(pattern, flat, re.IGNORECASE)
        if match and match[1].removeprefix("public.") in before:
            found.append(f"{flat}: {remedy}")
    return found


@contextmanager
def recorded() -> Iterator[list[str]]:
    statements: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def revisions_after(config: Config, released: str) -> list[str]:
    script = ScriptDirectory.from_config(config)
    history = [each.revision for each in reversed(list(script.walk_revisions()))]
    return history[history.index(released) + 1 :]


def tables(url: str) -> set[str]:
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'kit')")
        return {name if schema == "public" else f"{schema}.{name}" for schema, name in rows}


def current(url: str, table: str) -> Any:
    with psycopg.connect(url) as connection:
        row = connection.execute(f"SELECT version_num FROM {table}").fetchone()  # noqa: S608
    return row[0] if row else None
