"""Corrections of gender and birth date, which are otherwise as the member signed up with them.

Each is possible again after a while only: long enough that a profile is not turned about to be found by others, short
enough that a slip is not for life. docs/decisions/0017-names-and-texts.md has the reasons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from shared.kit.core import age_on, read_date

from profiles.domain.profile import OLDEST
from profiles.domain.traits import Gender
from profiles.errors import BirthDateInvalid, BirthDateTooYoung, ChangedLately

GENDER_AGAIN_AFTER = timedelta(days=90)
BIRTH_DATE_AGAIN_AFTER = timedelta(days=365)
# Conversation partners see for so long that the name is a new one.
NEW_NAME_MARKED = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Correctable:
    """What a member can correct, as it is now, and when it was corrected last."""

    gender: Gender
    birth_date: date
    seeks: Sequence[Gender]
    gender_corrected_at: datetime | None
    birth_date_corrected_at: datetime | None

    def check_gender(self, at: datetime) -> None:
        _check_time(self.gender_corrected_at, GENDER_AGAIN_AFTER, at, "gender")

    def check_birth_date(self, at: datetime) -> None:
        _check_time(self.birth_date_corrected_at, BIRTH_DATE_AGAIN_AFTER, at, "date_of_birth")


def checked_birth_date(text: str, today: date, min_age: int) -> date:
    """The date of a text such as 1995-04-12. Raises BirthDateInvalid, or BirthDateTooYoung below the minimum age."""
    try:
        born = read_date(text)
    except ValueError as error:
        raise BirthDateInvalid(field="date_of_birth") from error
    if born > today or age_on(today, born) > OLDEST:
        raise BirthDateInvalid(field="date_of_birth")
    if age_on(today, born) < min_age:
        raise BirthDateTooYoung(field="date_of_birth", min_age=min_age)
    return born


def _check_time(corrected_at: datetime | None, again_after: timedelta, at: datetime, field: str) -> None:
    if corrected_at is not None and at < corrected_at + again_after:
        raise ChangedLately(field=field, again_on=(corrected_at + again_after).date().isoformat())
