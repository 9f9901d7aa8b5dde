"""A unit of work without SQLAlchemy's session: the same transactions over the same pool."""

from uuid import uuid4

import psycopg
import pytest
from psycopg.errors import DivisionByZero
from shared.kit.db.database import Database
from shared.kit.db.driver_session import DriverSession
from shared.kit.db.statement import Statement
from shared.kit.db.unit_of_work import UnitOfWork
from sqlalchemy import select
from sqlalchemy import text as sql
from sqlalchemy.exc import TimeoutError as PoolTimeout

NOTE = Statement(sql("INSERT INTO kit.inbox (event_id) VALUES (:event_id) RETURNING event_id"))
COUNT = Statement(sql("SELECT count(*) AS noted FROM kit.inbox"))
DIVIDE = Statement(sql("SELECT 1 / 0"))
WHO = Statement(sql("SELECT pg_backend_pid() AS pid"))


def _count(database: Database) -> int:
    with UnitOfWork(database).reading().lean() as uow:
        [row] = COUNT.rows(uow.session)
        return int(row.noted)


def test_what_is_not_committed_is_rolled_back(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database).lean() as uow:
        NOTE.rows(uow.session, event_id=uuid4())

    assert _count(database) == before


def test_deferred_statements_are_committed_together(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database).lean() as uow:
        NOTE.with_commit(uow.session, event_id=uuid4())
        NOTE.with_commit(uow.session, event_id=uuid4())
        assert _count(database) == before
        uow.commit()

    assert _count(database) == before + 2


def test_a_deferred_statement_that_fails_undoes_the_others(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database).lean() as uow:
        NOTE.with_commit(uow.session, event_id=uuid4())
        DIVIDE.with_commit(uow.session)
        with pytest.raises(DivisionByZero):
            uow.commit()

    assert _count(database) == before


def test_each_statement_commits_in_autocommit_and_the_next_transaction_does_not(database: Database) -> None:
    database = Database(database.url, pool_size=1)
    before = _count(database)

    with UnitOfWork(database).autocommit().lean() as uow:
        NOTE.rows(uow.session, event_id=uuid4())
    with UnitOfWork(database).lean() as uow:
        NOTE.rows(uow.session, event_id=uuid4())

    assert _count(database) == before + 1


@pytest.mark.parametrize("is_autocommit", [False, True])
def test_a_broken_connection_is_replaced(database: Database, is_autocommit: bool) -> None:
    database = Database(database.url, pool_size=1)
    uow = UnitOfWork(database).autocommit().lean() if is_autocommit else UnitOfWork(database).lean()
    with uow:
        [(pid,)] = WHO.rows(uow.session)
        with psycopg.connect(database.dsn, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [pid])
        with pytest.raises(psycopg.OperationalError):
            WHO.rows(uow.session)

    with uow:
        assert WHO.rows(uow.session) != [(pid,)]


def test_the_pool_bounds_both_kinds_together(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(database.url, pool_size=1)
    monkeypatch.setattr(database.engine.pool, "_timeout", 0.1)
    with UnitOfWork(database) as uow:
        uow.session.execute(select(1))
        with UnitOfWork(database).lean() as second, pytest.raises(PoolTimeout):
            COUNT.rows(second.session)

    assert _count(database) >= 0


def test_the_object_relational_mapper_is_out_of_reach(database: Database) -> None:
    with UnitOfWork(database).lean() as uow:
        assert isinstance(uow.session, DriverSession)
        with pytest.raises(AttributeError):
            uow.session.execute(select(1))
