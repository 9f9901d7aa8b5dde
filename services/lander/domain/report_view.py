"""A saved view of the report: its range, dimensions, filters, columns and comparison, by a name."""

from dataclasses import dataclass
from uuid import UUID

LONGEST_NAME = 60
LONGEST_QUERY = 1_000
# Of one marketer at one desk.
MOST_VIEWS = 50


@dataclass(frozen=True)
class ReportView:
    """`query` has the parameters of the report's address; relative ranges such as the last 30 days stay relative."""

    id: UUID
    owner_id: UUID
    name: str
    query: str
    is_shared: bool
