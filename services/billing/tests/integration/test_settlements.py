"""Charges whose message never came are found late, whatever was open or under way meanwhile."""

from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from billing.domain.transfer import PostedMessage
from billing.storage import BillingUnit
from billing.storage.due import CHARGES
from billing.tests.makers import FakeSends, a_charge, a_member, balance, make_overdue, nothing_is_off
from billing.usecases.settle_charge import confirm_charges, refund_charge, settle_overdue_charges
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.kit.events import due
from shared.kit.testing.database import superuser_of
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")

AT_ONCE = timedelta(0)


def unsettled(database: Database) -> set[UUID]:
    with database.engine.connect() as connection:
        return set(connection.scalars(text("SELECT charge_id FROM unsettled_charges")))


def note(database: Database, after: timedelta = AT_ONCE) -> None:
    with BillingUnit(database) as uow:
        uow.settlements.note_overdue(after)
        uow.commit()


def test_only_charges_without_an_outcome_are_noted(wired: Wiring, database: Database) -> None:
    ann, posted, waiting = a_member(wired), uuid4(), uuid4()
    for charge_id in (posted, waiting):
        a_charge(wired, ann, charge_id)
    with wired.unit_of_work() as uow:
        confirm_charges(uow, [PostedMessage(posted, ann)])
        uow.commit()

    note(database, timedelta(seconds=30))
    assert unsettled(database) == set(), "a young charge is left alone"
    note(database)
    note(database)

    assert unsettled(database) == {waiting}
    assert nothing_is_off(wired)


def test_a_charge_that_is_committed_after_younger_ones_is_noted(wired: Wiring, database: Database) -> None:
    ann, bo, late = a_member(wired), a_member(wired), uuid4()
    with psycopg.connect(superuser_of(database)) as slow:
        slow.execute("SET session_replication_role = replica")
        slow.execute(
            "INSERT INTO transfers (id, kind, member_id, credits, balance_after, version, hash)"
            " VALUES (%s, 'message', %s, 0, 6, 2, '')",
            [late, ann],
        )
        younger = uuid4()
        a_charge(wired, bo, younger)
        note(database)
        assert unsettled(database) == {younger}

    note(database)

    assert unsettled(database) == {younger, late}


def test_a_charge_that_is_refunded_while_it_is_noted_is_refunded_once(wired: Wiring, database: Database) -> None:
    ann, charge_id = a_member(wired), uuid4()
    a_charge(wired, ann, charge_id)
    make_overdue(database)
    with wired.unit_of_work() as uow:
        refund_charge(uow, charge_id)
        uow.commit()
    # As if its row had been inserted again by a statement that began before the refund.
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO unsettled_charges VALUES (:id, now())"), {"id": charge_id})

    assert settle_overdue_charges(wired.unit_of_work, FakeSends()) == 1

    assert balance(wired, ann) == (6, 3)
    assert unsettled(database) == set()
    assert nothing_is_off(wired)


def test_the_job_is_due_while_charges_are_young_or_unsettled(wired: Wiring, database: Database) -> None:
    due_in = due(database, CHARGES)
    assert due_in() is None

    ann = a_member(wired)
    a_charge(wired, ann)
    assert due_in() == 0
    # As if the transaction of the youngest charge had ended minutes ago.
    with database.engine.begin() as connection:
        connection.execute(text("INSERT INTO settlement_progress VALUES (1, now())"))
    assert due_in() is None
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE settlement_progress SET noted_until = '-infinity'"))
    make_overdue(database)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE settlement_progress SET noted_until = now()"))
    asked_in = due_in()
    assert asked_in is not None, "chat is to be asked"
    assert asked_in <= 0


def test_a_charge_writes_its_wallet_its_transfer_and_two_entries(wired: Wiring, database: Database) -> None:
    ann = a_member(wired)
    for _ in range(3):
        a_charge(wired, ann)
    before = written(database)

    a_charge(wired, ann)

    assert written(database) - before == 4


def written(database: Database) -> int:
    """Rows written by committed transactions, counted without waiting for the statistics."""
    count = "SELECT count(*) FROM {}"
    tables = ("transfers", "entries", "unsettled_charges", "settled_messages", "kit.outbox", "kit.inbox")
    with database.engine.connect() as connection:
        rows = sum(int(connection.scalar(text(count.format(table))) or 0) for table in tables)
        return rows + int(connection.scalar(text("SELECT sum(version) FROM wallets")) or 0)
