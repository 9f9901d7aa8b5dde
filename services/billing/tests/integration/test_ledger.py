from uuid import uuid4

import psycopg
import pytest
from alembic import command
from billing.storage.audit import audit, what_is_off
from billing.tests.makers import a_charge, a_member, nothing_is_off
from billing.wiring import Wiring
from psycopg.errors import CheckViolation, InsufficientPrivilege
from servicekit.migrate import service_config
from servicekit.storage import Database

A_MESSAGE = """
INSERT INTO transfers (id, kind, member_id, credits, balance_after, version) VALUES (%s, 'message', %s, -2, 4, 2)
"""


@pytest.fixture
def connection(database: Database) -> psycopg.Connection:
    return psycopg.connect(database.dsn)


@pytest.mark.parametrize("table", ["transfers", "entries"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_ledger_cannot_be_changed(wired: Wiring, connection: psycopg.Connection, table: str, change: str) -> None:
    a_charge(wired, a_member(wired))
    column = {"transfers": "credits", "entries": "amount"}[table]
    role = f"service_{uuid4().hex}"
    connection.execute(f"CREATE ROLE {role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}; SET ROLE {role}")

    with pytest.raises(InsufficientPrivilege, match="append-only"):
        connection.execute(change.format(table, column, column))


def test_entries_that_do_not_sum_to_zero_are_not_committed(wired: Wiring, connection: psycopg.Connection) -> None:
    ann, transfer_id = a_member(wired), uuid4()
    connection.execute(A_MESSAGE, [transfer_id, ann])
    connection.execute("INSERT INTO entries VALUES (%s, 'house:messages', 2)", [transfer_id])

    with pytest.raises(CheckViolation, match="sum to zero"):
        connection.commit()


def test_a_transfer_without_its_entries_is_not_committed(wired: Wiring, connection: psycopg.Connection) -> None:
    connection.execute(A_MESSAGE, [uuid4(), a_member(wired)])

    with pytest.raises(CheckViolation, match="differs from its entries"):
        connection.commit()


def test_no_wallet_goes_below_nothing(wired: Wiring, connection: psycopg.Connection) -> None:
    ann = a_member(wired)

    with pytest.raises(CheckViolation):
        connection.execute("UPDATE wallets SET balance = -1 WHERE member_id = %s", [ann])


def test_the_audit_sees_a_credit_from_nowhere(
    wired: Wiring, database: Database, connection: psycopg.Connection
) -> None:
    ann = a_member(wired)
    assert nothing_is_off(wired)
    connection.execute("UPDATE wallets SET balance = balance + 1 WHERE member_id = %s", [ann])
    connection.commit()

    assert what_is_off(audit(database)) == {"credits_off": 1}


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("billing", database.dsn))
