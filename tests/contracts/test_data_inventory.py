"""Every table declares its personal data, and an erasure removes all that is declared as erased.

A table that is not declared fails here: add a `DataRecord` for it to the service's `storage/data_inventory.py`.
"""

import importlib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.types.json import Jsonb
from shared.kit.db import Database, UnitOfWork
from shared.kit.db.tables import KitBase
from shared.kit.testing.database import empty, migrated, superuser_of
from shared.privacy import (
    KIT,
    Cascades,
    DataRecord,
    Deleted,
    DeletedAfter,
    ErasedBy,
    Exported,
    LegalBasis,
    NotPersonal,
    erase,
)
from shared.privacy.declare import NotExported
from shared.privacy.export import export
from shared.registry import service_names
from sqlalchemy import ARRAY, Column, Table
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

SERVICES = service_names()
# Columns that hold ids of other things than members. All other UUID columns are filled with the erased member's.
OF_OTHER_THINGS = {
    "answered_id", "attempt_id", "charge_id", "complaint_id", "conversation_id", "decision_id", "event_id", "export_id",
    "batch_id", "campaign_id", "list_id", "case_id", "drawn_through", "email_id", "final_decision_id", "fingerprint_id",
    "call_id", "callee_session", "callee_tab", "caller_session", "caller_tab", "cause", "first_photo_id",
    "gift_id", "id", "plan_id",
    "invite_id", "key", "mail_id", "mandate_id", "message_id", "opening_id", "order_id", "payment_id", "photo_id",
    "refund_id", "reply_to", "rule_id", "saved_method_id", "second_photo_id", "session_id", "told_until", "part_id",
    "transfer_id", "visit_id", "secret_hash", "holdout_key", "segment_id", "related_id", "thread_id",
    "view_id",
}  # fmt: skip
# In the middle of all ids: others come before and after it, for tables that keep pairs in order.
MEMBER = UUID("80000000-0000-4000-8000-000000000001")
# Values for columns whose checks a plain one does not pass.
FITTING: dict[tuple[str, str], Any] = {
    # A series has no planned time.
    ("campaigns", "series"): None,
    ("discount_codes", "code"): "CODE",
    ("discount_codes", "validity"): "once",
    ("messages", "icebreaker"): None,
    ("messages", "kind"): "gift",
    ("messages", "photo"): None,
    ("messages", "voice"): None,
    ("messages", "call"): None,
    ("calls", "kind"): "voice",
    ("calls", "state"): "ringing",
    ("transfers", "kind"): "message",
    ("transfers", "purpose"): "gift",
    ("wallets", "debt"): 0,
}


_databases: dict[str, Database] = {}


@pytest.fixture
def database(request: pytest.FixtureRequest, service: str) -> Database:
    """The service's own tables, empty; migrated once for all tests here."""
    if service not in _databases:
        address = migrated(request.getfixturevalue("postgres_server"), service, apart="_inventory")
        _databases[service] = Database(address, pool_size=2)
    empty(_databases[service])
    return _databases[service]


def inventory_of(service: str) -> Sequence[DataRecord]:
    declared: Sequence[DataRecord] = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    return declared


def tables_of(service: str) -> Sequence[Table]:
    tables: Sequence[Table] = importlib.import_module(f"{service}.storage.tables").Base.metadata.sorted_tables
    return tables


def table_of(record: DataRecord) -> Table:
    table = record.row.__table__
    assert isinstance(table, Table)
    return table


def filled(service: str) -> Iterator[DataRecord]:
    yield from inventory_of(service)
    yield from KIT


@pytest.mark.parametrize("service", SERVICES)
def test_every_table_is_declared_once(service: str) -> None:
    declared = [record.row.__table__ for record in inventory_of(service)]

    assert sorted(map(str, declared)) == sorted(map(str, tables_of(service)))
    assert {record.table for record in KIT} == {str(table) for table in KitBase.metadata.sorted_tables}


@pytest.mark.parametrize("service", SERVICES)
def test_declarations_name_columns_there_are_and_say_something(service: str) -> None:
    for record in filled(service):
        columns = set(record.row.__table__.c.keys())
        named = set(record.keeps)
        named |= set(record.erasure.columns) if isinstance(record.erasure, Deleted) else set()
        named |= {record.export.column, *record.export.without} if isinstance(record.export, Exported) else set()
        named |= {record.retention.by} if isinstance(record.retention, DeletedAfter) else set()

        assert named <= columns, record.table
        assert record.purpose, record.table
        is_personal = record.legal_basis is not LegalBasis.NOT_PERSONAL
        assert is_personal is not isinstance(record.erasure, NotPersonal), record.table
        assert not isinstance(record.export, NotExported) or record.export.why, record.table


# Fields of events that are an address, or hold one under a seal.
ADDRESSES = {"address", "email", "iban", "phone", "sealed", "to"}


@pytest.mark.parametrize("service", SERVICES)
def test_events_that_carry_an_address_are_short_lived(service: str) -> None:
    events = importlib.import_module(f"pairwise.{service}.v1.events_pb2").DESCRIPTOR.message_types_by_name
    carriers = {name for name, event in events.items() if ADDRESSES & {field.name for field in event.fields}}
    declared = getattr(importlib.import_module(f"{service}.storage.data_inventory"), "SHORT_LIVED", ())

    assert {event.DESCRIPTOR.name for event in declared} == carriers


@pytest.mark.parametrize("service", SERVICES)
def test_declared_cascades_have_a_cascading_foreign_key(service: str) -> None:
    for record in inventory_of(service):
        if isinstance(record.erasure, Cascades):
            keys = [key for key in table_of(record).foreign_keys if key.column.table.name == record.erasure.table]
            assert [key for key in keys if key.ondelete == "CASCADE"], record.table


@pytest.mark.parametrize("service", SERVICES)
def test_of_an_erased_member_only_declared_keepers_speak(service: str, database: Database) -> None:
    for record in filled(service):
        fill(database, table_of(record))

    for _ in range(2):  # again, because every event can be told twice
        with UnitOfWork(database) as uow:
            erase(uow.session, inventory_of(service), MEMBER)
            uow.commit()

    kept = {f"{record.table}.{column}" for record in filled(service) for column in record.keeps}
    assert names_of_the_member(database, service) - kept == set()


@pytest.mark.parametrize("service", SERVICES)
def test_a_restored_backup_is_erased_again(service: str, database: Database) -> None:
    inventory = inventory_of(service)
    with UnitOfWork(database) as uow:
        erase(uow.session, inventory, MEMBER)
        uow.commit()
    for record in inventory:  # the old rows are back, the note of the erasure is, too
        fill(database, table_of(record))

    with UnitOfWork(database) as uow:
        came_back = erase(uow.session, inventory, MEMBER)
        uow.commit()
        nothing_left = erase(uow.session, inventory, MEMBER)

    erasable = any(isinstance(record.erasure, Deleted | ErasedBy) for record in inventory)
    assert (came_back > 0) is (erasable or service == "billing")
    assert nothing_left == 0


@pytest.mark.parametrize("service", SERVICES)
def test_a_member_can_take_what_is_theirs(service: str, database: Database) -> None:
    for record in filled(service):
        fill(database, table_of(record))

    with Session(database.engine) as session:
        taken = export(session, inventory_of(service), MEMBER)

    declared = [record for record in inventory_of(service) if isinstance(record.export, Exported)]
    assert {record.table for record in declared} <= set(taken)
    for record in declared:
        for row in taken[record.table]:
            assert not set(row) & set(record.export.without)


def fill(database: Database, table: Table) -> None:
    """One row for each column that may name a member. Keys and triggers are off: every table stands by itself."""
    naming_columns = [column for column in table.columns if _may_name_a_member(table, column)]
    namings: list[Column[Any] | None] = [*naming_columns] if naming_columns else [None]
    with psycopg.connect(superuser_of(database), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for naming in namings:
            row = {column.name: _value(table, column, naming) for column in table.columns if _is_written(column)}
            names, marks = ", ".join(f'"{name}"' for name in row), ", ".join(["%s"] * len(row))
            connection.execute(
                f"INSERT INTO {table} ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",  # noqa: S608
                list(row.values()),
            )


def _may_name_a_member(table: Table, column: Column[Any]) -> bool:
    is_id = str(column.type) in ("UUID", "CHAR(32)") and column.name not in OF_OTHER_THINGS
    is_account = column.name == "id" and table.name == "accounts"
    return (
        is_id or is_account or (column.name in ("actor", "account", "payload") and not isinstance(column.type, JSONB))
    )


def _is_written(column: Column[Any]) -> bool:
    return column.identity is None and column.computed is None


def _value(table: Table, column: Column[Any], naming: Column[Any] | None) -> Any:
    if (table.name, column.name) in FITTING:
        return FITTING[table.name, column.name]
    kind = column.type
    if column is naming:
        return {"actor": str(MEMBER), "account": f"member:{MEMBER}", "payload": str(MEMBER).encode()}.get(
            column.name, MEMBER
        )
    if isinstance(kind, JSONB):
        return Jsonb({})
    if isinstance(kind, ARRAY):
        return []
    python = kind.python_type
    if python is UUID:
        if column.name in OF_OTHER_THINGS or naming is None:
            return uuid4()
        place = _place(table, column)
        return UUID(int=place + 1) if place < _place(table, naming) else UUID(int=2**128 - 100 + place)
    # A text may be the only thing that tells two rows apart.
    return {str: uuid4().hex, bytes: uuid4().bytes, int: 1, float: 1.0, bool: True, Decimal: Decimal(1)}.get(
        python, date(2026, 1, 1) if python is date else datetime(2026, 1, 1, tzinfo=UTC)
    )


def _place(table: Table, column: Column[Any]) -> int:
    return list(table.columns).index(column)


def names_of_the_member(database: Database, service: str) -> set[str]:
    """`table.column` of every value that contains the member's id."""
    found = set()
    with psycopg.connect(database.dsn) as connection:
        for record in filled(service):
            for column in record.row.__table__.columns:
                text = f"encode(\"{column.name}\", 'escape')" if _is_bytes(column) else f'"{column.name}"::text'
                query = f"SELECT 1 FROM {record.table} WHERE {text} LIKE %s LIMIT 1"  # noqa: S608
                if connection.execute(query, [f"%{MEMBER}%"]).fetchone():
                    found.add(f"{record.table}.{column.name}")
    return found


def _is_bytes(column: Any) -> bool:
    return not isinstance(column.type, JSONB | ARRAY) and column.type.python_type is bytes
