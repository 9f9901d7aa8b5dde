"""An erasure finds a member's rows by an index in every table: a table that is read as a whole takes longer than a
statement may, once it has grown."""

import importlib
from collections.abc import Iterator, Sequence

import pytest
from shared.privacy import DataRecord, Deleted, Overwritten
from shared.registry import service_names
from sqlalchemy import Table, UniqueConstraint

EVERY_SERVICE = pytest.mark.parametrize("service", service_names())
# Columns of tables that stay small: of staff, of codes that marketers made, and greetings until they are posted.
SMALL = {
    "identity": {"greetings.recipient_id"},
    "profiles": {"desk_leases.holder_id", "desk_decisions.member_id", "desk_decisions.actor_id"},
}


def first_columns(table: Table) -> Iterator[str]:
    """The column each index of the table begins with."""
    yield table.primary_key.columns.values()[0].name
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield constraint.columns.values()[0].name
    for index in table.indexes:
        columns = list(index.columns)
        if columns and index.dialect_options["postgresql"]["using"] != "brin":
            yield columns[0].name


def erased_by(record: DataRecord) -> Sequence[str]:
    match record.erasure:
        case Deleted(columns=names):
            return names
        case Overwritten(column=name):
            return [name]
    return []


@EVERY_SERVICE
def test_every_column_that_names_the_erased_begins_an_index(service: str) -> None:
    inventory: Sequence[DataRecord] = importlib.import_module(f"{service}.storage.data_inventory").DATA_INVENTORY
    missing = [
        f"{table.name}.{column}"
        for record in inventory
        for column in erased_by(record)
        if isinstance(table := record.row.__table__, Table) and column not in first_columns(table)
    ]
    assert sorted(missing) == sorted(SMALL.get(service, set()))
