"""A segment: saved conditions that select members for campaigns.

There is no condition about sexuality, beliefs or whom somebody seeks: marketing must not be built on them (GDPR,
article 9). A segment with few members is neither counted nor sent to, so that conditions cannot point at one person.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, model_validator
from shared.languages import Locale
from shared.sites.document import Country

from notifications.domain.campaign_member import LifecycleMember

# The smallest number of members that is shown, and that a campaign to a segment goes to, both as rounded to STEP.
SMALLEST, STEP = 50, 10
MOST_SEGMENTS = 100
NETWORK_PATTERN = r"^[A-Za-z0-9._-]{1,32}$"

Network = Annotated[str, Field(pattern=NETWORK_PATTERN)]
Age = Annotated[int, Field(ge=18, le=120, strict=True)]
Credits = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Days = Annotated[int, Field(ge=1, le=3650, strict=True)]
BOUNDS = (("age_from", "age_to"), ("credits_from", "credits_to"), ("away_from", "away_to"))


class SegmentConditions(BaseModel):
    """All conditions that are given must hold; of a list, one of its values. `away_from` and `away_to` are the days
    since the member was last seen. Bounds are inclusive."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    countries: Annotated[list[Country], Field(max_length=60)] = []
    genders: Annotated[list[Literal["female", "male"]], Field(max_length=2)] = []
    languages: Annotated[list[Locale], Field(max_length=20)] = []
    networks: Annotated[list[Network], Field(max_length=20)] = []
    age_from: Age | None = None
    age_to: Age | None = None
    credits_from: Credits | None = None
    credits_to: Credits | None = None
    away_from: Days | None = None
    away_to: Days | None = None
    has_bought: bool | None = None

    @model_validator(mode="after")
    def _selects(self) -> Self:
        if not self.model_dump(exclude_defaults=True):
            raise ValueError("no condition")
        for low, high in BOUNDS:
            least, most = getattr(self, low), getattr(self, high)
            if least is not None and most is not None and least > most:
                raise ValueError(f"{low} is above {high}")
        return self

    @property
    def asks_profiles(self) -> bool:
        """Whether a condition is about facts that profiles owns."""
        return bool(self.countries or self.genders or self.age_from or self.age_to)

    def fits(self, member: LifecycleMember, today: date) -> bool:
        """Whether the member fits as far as identity knows them."""
        away = (today - member.seen_on).days
        return (
            (not self.languages or member.recipient.locale in self.languages)
            and (self.has_bought is None or member.has_bought is self.has_bought)
            and _is_within(member.credits, self.credits_from, self.credits_to)
            and _is_within(away, self.away_from, self.away_to)
        )


@dataclass(frozen=True)
class Segment:
    id: UUID
    site: str
    name: str
    conditions: SegmentConditions
    version: int
    created_at: datetime


@dataclass(frozen=True)
class MemberCount:
    """The number of members found, whether there may be more, and a keyed fingerprint of the members themselves."""

    members: int
    has_more: bool
    fingerprint: int

    @property
    def shown(self) -> int | None:
        """The number of a segment's members that the desk may know; None for too few.

        The boundary between two steps lies at another place for each set of members. So a sweep of conditions finds no
        boundary at which one member tips the number, and other conditions that select the same members, or the same
        ones on another day, give no second look at them.
        """
        found = rounded(self.members, self.fingerprint)
        return None if found < SMALLEST else found


def rounded(members: int, boundary: int) -> int:
    """Round a number of members to a multiple of STEP, up or down by less than it, as the secret boundary says."""
    return (members + boundary % STEP) // STEP * STEP


def of_networks(networks: Collection[str], named: str | None) -> bool:
    return not networks or named in networks


def _is_within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)
