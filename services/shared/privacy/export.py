"""Export of a member's data from one service."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import LargeBinary, select
from sqlalchemy.orm import Session

from shared.privacy.declare import DataInventory, DataRecord, Exported, NotExported, Records

RECORDS_A_FILE = 500  # messages of 1,000 characters, far below the largest gRPC message


def export(session: Session, inventory: DataInventory, member_id: UUID) -> dict[str, Records]:
    """The exported rows of each table, by its name. Tables without rows of the member are included, empty."""
    return {
        record.table: _plain(_records(session, record, member_id))
        for record in inventory
        if not isinstance(record.export, NotExported)
    }


def _records(session: Session, record: DataRecord, member_id: UUID) -> Records:
    match record.export:
        case Exported(column=column, without=without):
            columns = record.row.__table__.c
            shown = [one for one in columns if one.name not in without and not isinstance(one.type, LargeBinary)]
            rows = session.execute(select(*shown).where(columns[column] == member_id))
            return [dict(row._mapping) for row in rows]
        case NotExported():
            return []
        case find:
            return find(session, member_id)


def _plain(records: Records) -> Records:
    """Convert values to JSON types."""
    return [{name: _value(value) for name, value in record.items()} for record in records]


def _value(value: Any) -> Any:
    match value:
        case datetime() | date():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
    return value


@dataclass(frozen=True)
class File:
    """One file of a member's copy."""

    name: str
    content: bytes


def files_of(service: str, session: Session, inventory: DataInventory, member_id: UUID) -> Iterator[File]:
    """The service's part as JSON files, one for each table; long ones are split, so that each fits into one call."""
    for table, records in export(session, inventory, member_id).items():
        for number, start in enumerate(range(0, max(len(records), 1), RECORDS_A_FILE), 1):
            name = f"{service}/{table}.json" if number == 1 else f"{service}/{table}-{number}.json"
            page = records[start : start + RECORDS_A_FILE]
            yield File(name, json.dumps(page, ensure_ascii=False, indent=2).encode())
