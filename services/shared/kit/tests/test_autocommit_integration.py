from shared.kit.db.database import Database
from shared.kit.db.unit_of_work import UnitOfWork
from sqlalchemy import text


def count(database: Database) -> int:
    with UnitOfWork(database).reading() as uow:
        return int(uow.session.scalar(text("SELECT count(*) FROM kit.inbox")) or 0)


def test_in_autocommit_a_statement_is_committed_by_itself(database: Database) -> None:
    insert = text("INSERT INTO kit.inbox (event_id) VALUES (gen_random_uuid())")

    with UnitOfWork(database) as uow:
        uow.session.execute(insert)
    assert count(database) == 0

    with UnitOfWork(database).autocommit() as uow:
        uow.session.execute(insert)
        assert count(database) == 1
    assert count(database) == 1


def test_a_copy_in_autocommit_leaves_the_unit_of_work_transactional(database: Database) -> None:
    uow = UnitOfWork(database)
    uow.autocommit()

    with uow:
        uow.session.execute(text("INSERT INTO kit.inbox (event_id) VALUES (gen_random_uuid())"))

    assert count(database) == 0
