from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class StatusChange:
    """A member left, came back or was confirmed; `is_told` once the partners' pages have been notified."""

    member_id: UUID
    changed_at: datetime
    is_told: bool
