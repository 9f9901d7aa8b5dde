"""Statements that go to the database together, as the first of a transaction and within one."""

from uuid import uuid4

from shared.kit.storage import Database, UnitOfWork
from shared.kit.storage.statement import Call, in_one_trip

COUNT: Call = ("SELECT count(*) AS noted FROM kit.inbox", {})


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


def test_a_connection_begins_by_itself_again_once_it_rests(database: Database) -> None:
    with UnitOfWork(database) as uow:
        in_one_trip(uow.session, _note())
        uow.commit()

    with database.engine.connect() as connection:
        assert connection.connection.driver_connection.autocommit is False
