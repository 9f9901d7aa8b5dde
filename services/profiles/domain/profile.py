"""A profile and the rules of writing one."""

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from profiles.domain.card import Card, Photo
from profiles.domain.traits import Gender, Sexuality, sexuality_of
from profiles.domain.visibility import Standing
from profiles.errors import AboutTooLong

ABOUT_LONGEST = 1000
YOUNGEST, OLDEST = 18, 120
INTERESTS_MOST = 20
# A pool is the sites whose members meet. Whoever was here before there were several is in the first.
FIRST_POOL = 1


@dataclass(frozen=True, slots=True)
class NewProfile:
    """What a sign-up tells about a member."""

    member_id: UUID
    name: str
    birth_date: date
    gender: Gender
    seeks: tuple[Gender, ...]
    town_id: int | None
    country: str
    language: str
    joined_at: datetime
    pool: int = FIRST_POOL

    @property
    def sexuality(self) -> Sexuality:
        return sexuality_of(self.gender, self.seeks)


@dataclass(frozen=True, slots=True)
class Viewer:
    """The member who is looking, and when by the database's clock."""

    member_id: UUID
    gender: Gender
    seeks: tuple[Gender, ...]
    birth_date: date
    interests: tuple[str, ...]
    town_id: int | None
    is_premium: bool
    is_deleted: bool
    is_quiet: bool  # not noted as active today
    at: datetime
    pool: int = FIRST_POOL


@dataclass(frozen=True, slots=True)
class Profile:
    """A whole profile, as one viewer asked for it."""

    card: Card
    standing: Standing
    about: str | None
    interests: tuple[str, ...]
    sexuality: str | None
    relationship_status: str | None
    hair_colour: str | None
    eye_colour: str | None
    body_type: str | None
    tattoos: str | None
    seeks: tuple[str, ...]
    wants_from: int
    wants_to: int
    photos: tuple[Photo, ...] = ()


def checked_about(text: str | None) -> str | None:
    """The text as it is kept; nothing where there is nothing to read."""
    about = unicodedata.normalize("NFC", text or "").replace("\r\n", "\n").strip()
    if len(about) > ABOUT_LONGEST:
        raise AboutTooLong(field="about", limit=ABOUT_LONGEST)
    return about or None
