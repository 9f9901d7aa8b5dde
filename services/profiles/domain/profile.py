"""A profile and the rules of writing one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from profiles.domain.card import Card, Photo
from profiles.domain.fields import moderated_text
from profiles.domain.prompt_answers import PromptAnswer
from profiles.domain.traits import Gender, Sexuality, sexuality_of
from profiles.domain.visibility import Visibility

YOUNGEST, OLDEST = 18, 120
INTERESTS_MOST = 20
# A pool is a set of sites whose members meet. Members from before there were several are in the first.
FIRST_POOL = 1


@dataclass(frozen=True, slots=True)
class NewProfile:
    """Data of a sign-up. `seeks` is empty for "not said"."""

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
    fictional: bool = False
    about: str = ""  # of a fictional profile

    @property
    def sexuality(self) -> Sexuality | None:
        return sexuality_of(self.gender, self.seeks)


@dataclass(frozen=True, slots=True)
class Viewer:
    """The member on whose behalf data is read. `seeks` is both genders for "not said"; `at` is the database's clock."""

    member_id: UUID
    gender: Gender
    seeks: tuple[Gender, ...]
    birth_date: date
    interests: tuple[str, ...]
    town_id: int | None
    is_premium: bool
    is_deleted: bool
    is_quiet: bool  # not recorded as active today
    at: datetime
    pool: int = FIRST_POOL
    shares_presence: bool = True
    # By the traits of `ACCEPTED`: the values the member says, and those the member accepts (none: every value).
    says: Mapping[str, Collection[str]] = field(default_factory=dict)
    accepts: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Profile:
    """A whole profile with its visibility to one viewer."""

    card: Card
    visibility: Visibility
    interests: tuple[str, ...]
    said: Mapping[str, Any]  # by the names of `FIELDS`
    accepts: Mapping[str, Collection[str]]
    seeks: tuple[str, ...]
    wants_from: int
    wants_to: int
    answers: tuple[PromptAnswer, ...] = ()
    photos: tuple[Photo, ...] = ()
    pending_photo: Photo | None = None  # of the own profile: the first one in review while none is approved
    is_about_held: bool = False  # only the member sees the text
    is_renamed: bool = False  # the name was corrected lately
    shares_presence: bool = True

    @property
    def about(self) -> str | None:
        """The texts that the desk reads."""
        return moderated_text(self.said, (answer.text for answer in self.answers)) or None
