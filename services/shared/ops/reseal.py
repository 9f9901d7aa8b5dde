"""Encrypt sealed columns again, under the key in use: the step of a rotation before an earlier key can go.

A service declares its sealed columns in its own `reseal` module, which is the command: `python -m billing.reseal`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from sqlalchemy import and_, inspect, select, tuple_, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from shared.kit.core.keys import SealingKeys
from shared.kit.core.logs import set_up_logs
from shared.kit.db.database import Database

AT_A_TIME = 500


@dataclass(frozen=True)
class SealedColumn:
    """A column of bytes, and the ring that seals it."""

    column: InstrumentedAttribute[Any]
    keys: SealingKeys

    @property
    def table(self) -> str:
        """The name of the table the column is in."""
        name: str = inspect(self.column.class_).local_table.name
        return name


class Wired(Protocol):
    """The part of a service's wiring that the command needs."""

    @property
    def database(self) -> Database:
        """The database whose sealed columns are sealed anew."""
        ...


W = TypeVar("W", bound=Wired)


def command(
    service: str,
    wire: Callable[[], W],
    sealed_columns: Callable[[W], Iterable[SealedColumn]],
    others: Callable[[W], Mapping[str, Callable[[], int]]] = lambda _: {},
) -> None:
    """Seal every column anew, then run the steps of `others`, and print the rows or files each of them changed."""
    set_up_logs(service, "reseal")
    wiring = wire()
    for sealed in sealed_columns(wiring):
        print(f"{sealed.table}: {reseal(wiring.database, sealed)}", flush=True)
    for name, step in others(wiring).items():
        print(f"{name}: {step()}", flush=True)


def reseal(database: Database, sealed: SealedColumn) -> int:
    """Seal every value that is not under the key in use anew. Returns how many were.

    May be stopped and run again at any time. A row that changes meanwhile keeps its new value.
    """

    def fresh(value: bytes) -> dict[str, bytes] | None:
        renewed = sealed.keys.reseal(value)
        return None if renewed is None else {sealed.column.key: renewed}

    return rewrite(database, sealed.column, fresh)


def rewrite(
    database: Database, column: InstrumentedAttribute[Any], values_for: Callable[[bytes], dict[str, Any] | None]
) -> int:
    """Update each row with the values that `values_for` returns for its `column`, some hundred rows in a transaction.

    None leaves a row as it is. Returns how many were updated.
    """
    changed = 0
    key = [getattr(column.class_, name.key) for name in inspect(column.class_).primary_key]
    for batch in _batches(database, key, column):
        with Session(database.engine) as session:
            for *row_key, value in batch:
                fresh = values_for(value)
                if fresh is None:
                    continue
                is_unchanged = and_(*(part == given for part, given in zip(key, row_key, strict=True)), column == value)
                done = session.execute(update(column.class_).where(is_unchanged).values(fresh).returning(key[0]))
                changed += len(done.all())
            session.commit()
    return changed


def _batches(database: Database, key: list[Any], column: InstrumentedAttribute[Any]) -> Iterator[list[Any]]:
    rows = select(*key, column).where(column.is_not(None)).order_by(*key).limit(AT_A_TIME)
    after: tuple[Any, ...] | None = None
    while True:
        with Session(database.reader) as session:
            batch = session.execute(rows if after is None else rows.where(tuple_(*key) > after)).all()
        if not batch:
            return
        yield list(batch)
        after = tuple(batch[-1][:-1])
