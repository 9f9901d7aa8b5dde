"""Prompts of a site: what members may answer on their profiles, some in a season only."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, field_validator

from shared.languages import Locale
from shared.registry import read_yaml
from shared.sites.document import Document

PROMPTS = Path(__file__).with_name("prompts.yaml")
LEAP_YEAR = 2024


def _check_day(day: str) -> str:
    date.fromisoformat(f"{LEAP_YEAR}-{day}")
    return day


class Season(Document):
    """The first and the last day of a season, month and day, each year. It may go over New Year."""

    first_day: str = Field(pattern=r"^[01][0-9]-[0-3][0-9]$")
    last_day: str = Field(pattern=r"^[01][0-9]-[0-3][0-9]$")

    _days_exist = field_validator("first_day", "last_day")(_check_day)

    def has(self, day: date) -> bool:
        """Whether the day is in the season."""
        at = f"{day:%m-%d}"
        if self.first_day <= self.last_day:
            return self.first_day <= at <= self.last_day
        return at >= self.first_day or at <= self.last_day


class Prompt(Document):
    """What a member may answer, in the site's languages."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    words: dict[Locale, Annotated[str, Field(min_length=1, max_length=100)]]
    season: Season | None = Field(None, description="When it is offered and its answers are shown; null: always")

    def is_offered_on(self, day: date) -> bool:
        """Whether it has no season, or the day is in it."""
        return self.season is None or self.season.has(day)

    def words_in(self, language: str, fallback: Locale) -> str:
        """The words in this language, else in the one the site always has, else in English."""
        return words_in(self.words, language, fallback)


def words_in(words: Mapping[str, str], language: str, fallback: str) -> str:
    """Words in this language, else in the fallback, in English, or in any that there is."""
    return next((words[each] for each in (language, fallback, "en") if each in words), "") or next(iter(words.values()))


@cache
def default_prompts() -> Sequence[Prompt]:
    """Those of documents that name none of their own."""
    prompts: dict[str, Any] = read_yaml(PROMPTS)
    return tuple(Prompt(id=name, **prompt) for name, prompt in prompts.items())
