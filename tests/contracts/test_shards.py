"""Every table that grows with members carries the key by which it would be distributed (docs/decisions/0101)."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import capacity
import pytest
import yaml
from sqlalchemy import Table, UniqueConstraint

SHARDS: dict[str, dict[str, Any]] = yaml.safe_load((Path(capacity.__file__).parent / "shards.yaml").read_text())
EVERY_SERVICE = pytest.mark.parametrize("service", SHARDS)
WITHOUT_COLUMN = ("everywhere", "node")


def tables(service: str) -> dict[str, Table]:
    found = importlib.import_module(f"{service}.storage.tables").Base.metadata.sorted_tables
    return {table.name: table for table in found}


def unique_keys(table: Table) -> Iterator[frozenset[str]]:
    yield frozenset(column.name for column in table.primary_key.columns)
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield frozenset(column.name for column in constraint.columns)
    for index in table.indexes:
        if index.unique:
            yield frozenset(column.name for column in index.columns)


def named(key: str) -> tuple[str, frozenset[str]]:
    """`table(one,other)`."""
    table, _, columns = key.removesuffix(")").partition("(")
    return table, frozenset(columns.split(","))


@EVERY_SERVICE
def test_every_table_has_its_column_or_says_where_it_comes_from(service: str) -> None:
    given = SHARDS[service]
    assert given["tables"].keys() | given["lacks"].keys() == tables(service).keys()
    assert not given["tables"].keys() & given["lacks"].keys()


@EVERY_SERVICE
def test_the_column_is_never_null(service: str) -> None:
    for name, column in SHARDS[service]["tables"].items():
        if column not in WITHOUT_COLUMN:
            assert not tables(service)[name].c[column].nullable, f"{name}.{column}"


@EVERY_SERVICE
def test_unique_keys_contain_the_column_or_are_listed_with_their_change(service: str) -> None:
    by, known = SHARDS[service]["tables"], tables(service)
    found = {
        (name, key)
        for name, column in by.items()
        if column not in WITHOUT_COLUMN
        for key in unique_keys(known[name])
        if column not in key
    }
    assert found == {named(key) for key in SHARDS[service]["keys"]}
