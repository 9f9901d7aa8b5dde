"""A member as others see them in lists."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from profiles.domain.ages import age_on

NEW = timedelta(days=7)
# Coarse on purpose: nobody can be watched by the minute.
BANDS = {"online": timedelta(minutes=10), "today": timedelta(days=1), "week": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Photo:
    id: UUID
    thumbhash: str


@dataclass(frozen=True, slots=True)
class Card:
    """`at` is when it was read, by the database's clock: what depends on time is told for then."""

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
    is_invisible: bool
    last_active_at: datetime
    joined_at: datetime
    main_photo: Photo | None
    at: datetime

    @property
    def age(self) -> int:
        return age_on(self.at.date(), self.birth_date)

    @property
    def is_new(self) -> bool:
        return self.at - self.joined_at < NEW

    @property
    def presence(self) -> str | None:
        """online, today, week; None when it is longer ago or not shared."""
        if self.is_invisible:
            return None
        silence = self.at - self.last_active_at
        return next((band for band, longest in BANDS.items() if silence <= longest), None)
