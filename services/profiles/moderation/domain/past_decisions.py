"""Past decisions of a desk, and the numbers of the people who made them."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DecisionFilter:
    """Days are UTC, both included. `words` are a part of the stated facts."""

    member_id: UUID | None = None
    actor_id: UUID | None = None
    reason: str | None = None
    measure: str | None = None
    first: date | None = None
    last: date | None = None
    words: str | None = None
    before: int | None = None  # the number of the last decision of the page before

    @property
    def kinds(self) -> str:
        """The names of the fields that are set, for the audit log: their values are stored nowhere."""
        return " ".join(name for name in self.__slots__ if name != "before" and getattr(self, name) is not None)


@dataclass(frozen=True, slots=True)
class PastDecision:
    id: UUID
    number: int
    member_id: UUID
    member_name: str
    actor_id: UUID | None  # None for a rule
    actor_name: str | None
    measure: str
    reason: str | None
    ground: str | None
    template: str | None
    facts: str | None
    until: datetime | None
    decided_at: datetime
    appeal: str | None  # open, acted, dismissed; None when there is none


@dataclass(frozen=True, slots=True)
class DeskNumbers:
    """Work of one person. `median_seconds` is from a report to its decision; None without a report. `reviewed` are the
    decisions that another one made again, `agreed` those in which they decided the same."""

    actor_id: UUID
    name: str | None
    decided: int
    median_seconds: float | None
    undone: int
    overturned: int
    reviewed: int = 0
    agreed: int = 0
