"""The kit behind a real PgBouncer in transaction mode: nothing that a request does needs a session of its own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from runner.pooler import is_installed, pooler
from shared.kit.db.commit_notifier import OUTBOX_CHANNEL, notify_after_commit
from shared.kit.db.database import Database, session_settings
from shared.kit.db.statement import Statement, in_one_trip
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.testing.database import kit_addresses, migrated_kit
from shared.ops.database_roles import ensure_database
from sqlalchemy import text

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs pgbouncer (Debian: apt-get install pgbouncer)")

NOTE = Statement(text("INSERT INTO kit.inbox (event_id) VALUES (:event_id)"))
COUNT = "SELECT count(*) AS noted FROM kit.inbox"
# Fewer sessions than clients: each transaction runs on whichever is free.
SESSIONS, CLIENTS, ROUNDS = 2, 8, 25


@pytest.fixture(scope="module")
def pooled(postgres_server: str) -> Iterator[Database]:
    url, owner = kit_addresses(postgres_server, "pooled")
    ensure_database(postgres_server, url, owner, is_pooled=True)
    with pooler(postgres_server, pool_size=SESSIONS) as through:
        database = Database(url, pooler_url=through(url))
        yield database
        database.engine.dispose()


def test_every_session_has_the_settings_of_a_direct_one(pooled: Database) -> None:
    with pooled.engine.connect() as one, pooled.engine.connect() as another:
        for name, value in session_settings().items():
            for connection in (one, another):
                found = connection.execute(text("SELECT current_setting(:name)"), {"name": name}).scalar_one()
                assert (name, found) == (name, value)


def test_a_role_without_the_settings_is_refused(postgres_server: str) -> None:
    url = migrated_kit(postgres_server, "unprepared")
    _forget_settings(postgres_server, url)
    with pooler(postgres_server) as through, pytest.raises(Exception, match="the role lacks settings"):
        Database(url, pooler_url=through(url)).engine.connect()


def test_units_of_work_share_few_sessions(pooled: Database) -> None:
    """One-trip statements, deferred ones, ORM reads, autocommit and a notification, often enough to be prepared."""

    def work(_: int) -> None:
        for _ in range(ROUNDS):
            with UnitOfWork(pooled) as uow:
                in_one_trip(uow.session, NOTE.with_(event_id=uuid4()), (COUNT, {}))
                NOTE.with_commit(uow.session, event_id=uuid4())
                notify_after_commit(uow.session, OUTBOX_CHANNEL)
                uow.commit()
            with pooled.reader.connect() as connection:
                connection.execute(text(COUNT)).one()

    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(work, range(CLIENTS)))

    with UnitOfWork(pooled).reading() as uow:
        assert uow.session.execute(text(COUNT)).scalar_one() == CLIENTS * ROUNDS * 2


def test_a_rolled_back_unit_leaves_nothing_to_the_next(pooled: Database) -> None:
    before = _count(pooled)
    for _ in range(SESSIONS * 3):
        with UnitOfWork(pooled) as uow:
            in_one_trip(uow.session, NOTE.with_(event_id=uuid4()))
            uow.session.execute(text("SET LOCAL statement_timeout = 1"))
    assert _count(pooled) == before
    with pooled.engine.connect() as connection:
        found = connection.execute(text("SELECT current_setting('statement_timeout')")).scalar_one()
    assert found == session_settings()["statement_timeout"]


def test_a_commit_by_the_pooler_wakes_a_direct_listener(pooled: Database) -> None:
    with psycopg.connect(pooled.dsn, autocommit=True) as listener:
        listener.execute(f"LISTEN {OUTBOX_CHANNEL}")
        with UnitOfWork(pooled) as uow:
            NOTE.on(uow.session, event_id=uuid4())
            notify_after_commit(uow.session, OUTBOX_CHANNEL)
            uow.commit()
        [received] = listener.notifies(timeout=60, stop_after=1)
    assert received.channel == OUTBOX_CHANNEL


def test_the_direct_address_leads_past_the_pooler(pooled: Database) -> None:
    with psycopg.connect(pooled.dsn) as connection:
        assert connection.info.port != psycopg.conninfo.conninfo_to_dict(pooled.pool_dsn)["port"]
    assert pooled.dsn != pooled.pool_dsn


def _forget_settings(postgres_server: str, url: str) -> None:
    at = conninfo_to_dict(url)
    role, database = (Identifier(str(at[name])) for name in ("user", "dbname"))
    with psycopg.connect(postgres_server, autocommit=True) as server:
        server.execute(SQL("ALTER ROLE {} IN DATABASE {} RESET ALL").format(role, database))


def _count(database: Database) -> int:
    with UnitOfWork(database).reading() as uow:
        return int(uow.session.execute(text(COUNT)).scalar_one())
