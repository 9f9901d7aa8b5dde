"""A member's own copy of what a service holds of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import LargeBinary, select
from sqlalchemy.orm import Session

from holdings.declare import Holding, Holdings, Records, Taken, Untaken

RECORDS_A_FILE = 500  # of messages of a thousand letters, far below what one call carries


def export(session: Session, holdings: Holdings, member_id: UUID) -> dict[str, Records]:
    """What of each table is theirs to take, by the table's name. Tables that hold nothing of them are there, empty."""
    return {
        holding.table: _plain(_records(session, holding, member_id))
        for holding in holdings
        if not isinstance(holding.taken, Untaken)
    }


def _records(session: Session, holding: Holding, member_id: UUID) -> Records:
    match holding.taken:
        case Taken(column=column, without=without):
            columns = holding.row.__table__.c
            shown = [one for one in columns if one.name not in without and not isinstance(one.type, LargeBinary)]
            rows = session.execute(select(*shown).where(columns[column] == member_id))
            return [dict(row._mapping) for row in rows]
        case Untaken():
            return []
        case find:
            return find(session, member_id)


def _plain(records: Records) -> Records:
    """As JSON can say it."""
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


def files_of(service: str, session: Session, holdings: Holdings, member_id: UUID) -> Iterator[File]:
    """The service's part as JSON, a file for each table; long ones in several, so that each fits into one call."""
    for table, records in export(session, holdings, member_id).items():
        for number, start in enumerate(range(0, max(len(records), 1), RECORDS_A_FILE), 1):
            name = f"{service}/{table}.json" if number == 1 else f"{service}/{table}-{number}.json"
            page = records[start : start + RECORDS_A_FILE]
            yield File(name, json.dumps(page, ensure_ascii=False, indent=2).encode())
