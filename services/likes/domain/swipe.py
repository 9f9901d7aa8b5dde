"""The swipe game: one decision about one candidate, and the likes of a day."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class SwipeDecision:
    member_id: UUID
    profile_id: UUID
    is_like: bool


@dataclass(frozen=True)
class LastDecision:
    """The newest decision of a member, which can be undone."""

    profile_id: UUID
    is_like: bool
    decided_at: datetime


@dataclass(frozen=True)
class SwipeAllowance:
    """The likes left of `most` on the member's own day, which ends at `resets_at`."""

    left: int
    most: int
    resets_at: datetime
