"""Data inventory: one record for each table. Every service declares its own in `storage/data_inventory.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy.orm import DeclarativeBase, Session

Records = list[dict[str, Any]]


class LegalBasis(StrEnum):
    """Legal basis of the processing (GDPR Articles 6 and 9)."""

    CONTRACT = "contract"
    CONSENT = "consent"
    EXPLICIT_CONSENT = "explicit consent"
    LAW = "legal obligation"
    INTEREST = "legitimate interest"
    NOT_PERSONAL = "no personal data"


# How a member is erased from a table.
@dataclass(frozen=True)
class Deleted:
    """Rows in which one of these columns is the member are deleted. Text columns are compared as text."""

    columns: tuple[str, ...]

    def __init__(self, *columns: str) -> None:
        object.__setattr__(self, "columns", columns)


@dataclass(frozen=True)
class Overwritten:
    """Rows in which `column` is the member stay, with these values; `keeps` are the columns that still name them."""

    column: str
    values: Mapping[str, Any]
    why: str
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cascades:
    """Rows go with the row of the table they refer to."""

    table: str


@dataclass(frozen=True)
class Retained:
    """Rows stay, by law or because they are another member's; these columns still name the member."""

    why: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class ErasedBy:
    """Erased by a function of its own, which may be called again. Returns how many rows it took."""

    do: Callable[[Session, UUID], int]
    why: str
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotPersonal:
    """The table has no personal data."""


# How long rows are kept, when no member is erased.
@dataclass(frozen=True)
class DeletedAfter:
    """Rows are deleted this long after the time in `by`; of those that `where` (SQL) lets go.

    From an append-only table a service cannot delete. There `through` names a SECURITY DEFINER function of the
    database, made by a migration, which takes the number of rows of a step, deletes as many that are old enough, and
    returns how many it deleted. It holds the term itself, so that nobody can ask it for younger rows. That of a table
    in partitions by day drops a day whose rows are all old enough, so a row may stay for one day more.
    """

    after: timedelta
    by: str
    where: str = "true"
    through: str | None = None


@dataclass(frozen=True)
class WhileNeeded:
    """Rows are deleted by the application; the words say when."""

    words: str


UNTIL_ERASED = WhileNeeded("until the account is erased")


# Export: the part of the table in a member's own copy of their data (GDPR Article 15).
@dataclass(frozen=True)
class Exported:
    """Rows in which `column` is the member, without these columns."""

    column: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotExported:
    """Not in the copy, with the reason."""

    why: str


Find = Callable[[Session, UUID], Records]


@dataclass(frozen=True)
class DataRecord:
    row: type[DeclarativeBase]
    purpose: str
    legal_basis: LegalBasis
    erasure: Deleted | Overwritten | Cascades | Retained | ErasedBy | NotPersonal
    retention: DeletedAfter | WhileNeeded
    export: Exported | NotExported | Find
    # Columns with special categories of data (GDPR, Article 9), held only with the member's explicit consent.
    special: tuple[str, ...] = ()

    @property
    def table(self) -> str:
        """The name of the table, with its schema unless that is `public`."""
        return str(self.row.__table__)

    @property
    def keeps(self) -> tuple[str, ...]:
        """The columns that still name an erased member."""
        match self.erasure:
            case Retained(columns=columns):
                return columns
            case Overwritten(keeps=keeps) | ErasedBy(keeps=keeps):
                return keeps
        return ()


DataInventory = Sequence[DataRecord]
