"""A member in a series, and what ends it for them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from notifications.domain.campaign_member import LifecycleMember, may_get_campaigns
from notifications.domain.series import Ending, Stop


@dataclass(frozen=True)
class SeriesMember:
    """`message` is the number of the message that is due at `due_at`."""

    campaign_id: UUID
    member_id: UUID
    message: int
    due_at: datetime | None
    entered_at: datetime

    @property
    def key(self) -> tuple[UUID, UUID]:
        return self.campaign_id, self.member_id


@dataclass(frozen=True)
class MemberState:
    """Everything that decides about a member's next message. `known` is None for deleted members."""

    known: LifecycleMember | None
    is_wanted: bool  # the kind is on, and their address is not suppressed
    is_unpaused: bool
    is_in_audience: bool


def ending_of(member: SeriesMember, site: str, stops: Collection[Stop], found: MemberState) -> Ending | None:
    """Why the series ends for the member now; None if it goes on. A purchase ends it as its event comes."""
    known = found.known
    if known is None:
        return Ending.GONE
    if known.is_suspended:
        return Ending.SUSPENDED
    if not found.is_wanted or not may_get_campaigns(known, site):
        return Ending.UNSUBSCRIBED
    if not found.is_unpaused:
        return Ending.PAUSED
    if Stop.RETURN in stops and known.seen_on > member.entered_at.date():
        return Ending.RETURNED
    if Stop.LEFT in stops and not found.is_in_audience:
        return Ending.LEFT
    return None
