"""The words in which a service says what its tables hold of members. Each has them in `storage/holdings.py`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy.orm import DeclarativeBase, Session

Records = list[dict[str, Any]]


class Ground(StrEnum):
    """Why we may hold it (GDPR Articles 6 and 9)."""

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
class Blanked:
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
class Kept:
    """Rows stay, because we must or because they are someone else's; these columns still name the member."""

    why: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Done:
    """Erased by a function of its own, which may be called again. Returns how many rows it took."""

    do: Callable[[Session, UUID], int]
    why: str
    keeps: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotPersonal:
    """Nothing here is about a member."""


# How long rows are kept, when no member is erased.
@dataclass(frozen=True)
class Forgotten:
    """Rows are deleted this long after the time in `by`; of those that `where` (SQL) lets go.

    From an append-only table a service cannot delete. There `through` names a SECURITY DEFINER function of the
    database, made by a migration, which takes the number of rows of a step, deletes as many that are old enough, and
    returns how many it deleted. It holds the term itself, so that nobody can ask it for younger rows.
    """

    after: timedelta
    by: str
    where: str = "true"
    through: str | None = None


@dataclass(frozen=True)
class WhileNeeded:
    """Rows go by themselves; the words say when."""

    words: str


UNTIL_ERASED = WhileNeeded("until the account is erased")


# What of it belongs to a member's own copy of their data.
@dataclass(frozen=True)
class Taken:
    """Rows in which `column` is the member, without these columns."""

    column: str
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Untaken:
    """Not in the copy, and why."""

    why: str


Find = Callable[[Session, UUID], Records]


@dataclass(frozen=True)
class Holding:
    row: type[DeclarativeBase]
    purpose: str
    ground: Ground
    erased: Deleted | Blanked | Cascades | Kept | Done | NotPersonal
    kept: Forgotten | WhileNeeded
    taken: Taken | Untaken | Find

    @property
    def table(self) -> str:
        return str(self.row.__table__)

    @property
    def keeps(self) -> tuple[str, ...]:
        """The columns that still name a member who was erased."""
        match self.erased:
            case Kept(columns=columns):
                return columns
            case Blanked(keeps=keeps) | Done(keeps=keeps):
                return keeps
        return ()


Holdings = Sequence[Holding]
