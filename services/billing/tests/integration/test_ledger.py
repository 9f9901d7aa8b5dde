import hashlib
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from billing.storage.audit import audit, discrepancies
from billing.tests.makers import a_charge, a_member, nothing_is_off
from billing.wiring import Wiring
from psycopg.errors import CheckViolation, InsufficientPrivilege
from shared.kit.db import Database
from shared.kit.testing.database import superuser_of
from shared.ops.migrate import service_config

A_MESSAGE = """
INSERT INTO transfers (id, kind, member_id, credits, balance_after, version) VALUES (%s, 'message', %s, -2, 4, 2)
"""


@pytest.fixture
def connection(database: Database) -> psycopg.Connection:
    return psycopg.connect(database.dsn)


@pytest.mark.parametrize("table", ["transfers", "entries"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_ledger_cannot_be_changed(
    wired: Wiring, database: Database, connection: psycopg.Connection, table: str, change: str
) -> None:
    a_charge(wired, a_member(wired))
    column = {"transfers": "credits", "entries": "amount"}[table]
    statement = change.format(table, column, column)

    with pytest.raises(InsufficientPrivilege, match="permission denied"):
        connection.execute(statement)
    # A role with every privilege is stopped by the trigger.
    role = f"service_{uuid4().hex}"
    with psycopg.connect(superuser_of(database)) as other:
        other.execute(f"CREATE ROLE {role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}; SET ROLE {role}")
        with pytest.raises(InsufficientPrivilege, match="append-only"):
            other.execute(statement)


def test_a_transfer_without_the_one_before_it_is_refused(wired: Wiring, connection: psycopg.Connection) -> None:
    ann = a_member(wired)

    with pytest.raises(CheckViolation, match="none before it"):
        connection.execute(A_MESSAGE.replace("4, 2)", "4, 3)"), [uuid4(), ann])


def test_each_transfer_carries_the_hash_of_the_one_before_it(wired: Wiring, connection: psycopg.Connection) -> None:
    ann = a_member(wired)
    for _ in range(4):
        a_charge(wired, ann, partner_id=uuid4())

    before = b""
    rows = connection.execute(
        "SELECT id, kind, member_id, credits, free_messages, debt, balance_after, version, partner_id, payment_id,"
        " (extract(epoch FROM created_at) * 1000000)::bigint, hash FROM transfers ORDER BY version"
    ).fetchall()
    for *said, stored in rows:
        before = hashlib.sha256(before + "|".join("" if part is None else str(part) for part in said).encode()).digest()
        assert stored == before
    assert len(rows) == 5


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

    assert discrepancies(audit(database)) == {"credits_off": 1, "balances_off": 1, "wallets_off": 1}


def test_models_and_migrations_agree(database: Database) -> None:
    command.check(service_config("billing", superuser_of(database)))
