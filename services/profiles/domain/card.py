"""Member summary, as lists show it."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from shared.kit.core import age_on

from profiles.domain.presence import presence

NEW_DAYS = 7


@dataclass(frozen=True, slots=True)
class Photo:
    id: UUID
    thumbhash: str


@dataclass(frozen=True, slots=True)
class Card:
    """`at` is the database's clock when the row was read; age and presence are computed for that time."""

    id: UUID
    name: str
    birth_date: date
    gender: str
    country: str
    region: str | None
    region_name: str | None
    town: str | None
    town_id: int | None
    fictional: bool
    demonstration: bool
    is_paused: bool
    shares_presence: bool  # with this viewer, who shares theirs
    last_active_at: datetime
    joined_at: datetime
    main_photo: Photo | None
    at: datetime
    verified_at: datetime | None = None  # with this main photo

    @property
    def verified_in(self) -> str | None:
        """The month of the badge, `2026-11`: no finer, so that nobody learns when somebody was here."""
        return f"{self.verified_at.astimezone(UTC):%Y-%m}" if self.verified_at else None

    @property
    def age(self) -> int:
        return age_on(self.at.date(), self.birth_date)

    @property
    def is_new(self) -> bool:
        return not self.fictional and (self.at.date() - self.joined_at.date()).days < NEW_DAYS

    @property
    def presence(self) -> str | None:
        """`today` or `week`; None when it is longer ago, not shared, or of nobody."""
        is_told = self.shares_presence and not self.fictional
        return presence(self.last_active_at, self.at) if is_told else None
