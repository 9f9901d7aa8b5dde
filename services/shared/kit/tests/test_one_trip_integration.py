"""Statements that go to the database together, as the first of a transaction and within one."""

from uuid import uuid4

import pytest
from psycopg.errors import DivisionByZero, UniqueViolation
from shared.kit.db.database import Database
from shared.kit.db.statement import Call, Statement, in_one_trip
from shared.kit.db.unit_of_work import UnitOfWork
from shared.kit.testing.database import superuser_of
from sqlalchemy import text as sql

COUNT: Call = ("SELECT count(*) AS noted FROM kit.inbox", {})
NOTE = Statement(sql("INSERT INTO kit.inbox (event_id) VALUES (:event_id)"))
DIVIDE = Statement(sql("SELECT 1 / 0"))


def _note() -> Call:
    return "INSERT INTO kit.inbox (event_id) VALUES (%(event_id)s)", {"event_id": uuid4()}


def _count(database: Database) -> int:
    with UnitOfWork(database).reading() as uow:
        [(count,)] = in_one_trip(uow.session, COUNT)
        return int(count.noted)


def test_statements_of_one_trip_are_rolled_back_together(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database) as uow:
        written, (count,) = in_one_trip(uow.session, _note(), COUNT)
        in_one_trip(uow.session, _note())

    assert written == []
    assert count.noted == before + 1
    assert _count(database) == before


def test_statements_of_one_trip_are_committed_together(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database) as uow:
        in_one_trip(uow.session, _note(), _note())
        assert _count(database) == before
        uow.commit()

    assert _count(database) == before + 2


def test_an_error_of_the_commit_itself_is_raised(database: Database) -> None:
    """As of a deferred constraint, which is checked by COMMIT alone."""
    deferred = "CREATE TEMPORARY TABLE once (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP"

    owner = Database(superuser_of(database))
    with UnitOfWork(owner) as uow:
        in_one_trip(uow.session, (deferred, {}))
        Statement(sql("INSERT INTO once VALUES (1), (1)")).with_commit(uow.session)
        with pytest.raises(UniqueViolation):
            uow.commit()
    owner.engine.dispose()


def test_the_first_error_is_raised_and_nothing_after_it_has_an_effect(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database) as uow:
        with pytest.raises(DivisionByZero):
            in_one_trip(uow.session, _note(), ("SELECT 1 / 0", {}), _note())
        uow.session.rollback()
        in_one_trip(uow.session, _note())
        uow.commit()

    assert _count(database) == before + 1


def test_a_deferred_statement_that_fails_undoes_the_commit(database: Database) -> None:
    before = _count(database)

    with UnitOfWork(database) as uow:
        NOTE.with_commit(uow.session, event_id=uuid4())
        DIVIDE.with_commit(uow.session)
        with pytest.raises(DivisionByZero):
            uow.commit()

    assert _count(database) == before


def test_statements_stay_prepared_from_one_trip_to_the_next(database: Database) -> None:
    for _ in range(20):
        with UnitOfWork(database) as uow:
            in_one_trip(uow.session, _note(), COUNT)
            uow.commit()

    with database.engine.connect() as connection:
        [prepared] = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT count(*) AS noted FROM kit.inbox'"
        ).one()
    assert prepared == 1


def test_large_statements_and_answers_pass_in_one_trip(database: Database) -> None:
    text = "x" * 3_000_000

    with UnitOfWork(database) as uow:
        answers = in_one_trip(uow.session, *[("SELECT %(text)s::text AS text", {"text": text})] * 3)

    assert [rows[0].text == text for rows in answers] == [True] * 3
