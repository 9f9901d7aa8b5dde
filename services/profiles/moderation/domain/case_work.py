"""Work on a case before its decision: the colleague it is assigned to, its labels, and internal notes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

MOST_LABELS = 5
# People who used the desk within this time can be assigned a case.
COLLEAGUE_FOR = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Colleague:
    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class CaseWork:
    """`assignee` is None for a case of everybody. One assigned to a colleague is listed to everybody again once it is
    late, so an absence holds up none."""

    assignee: Colleague | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseNote:
    """A note of the desk. `member_id` is None in a case about nobody, `case_id` in a note on a member."""

    id: UUID
    member_id: UUID | None
    case_id: UUID | None
    author_id: UUID
    text: str
    author_name: str | None = None  # None for a departed colleague
    written_at: datetime | None = None  # set by the database
