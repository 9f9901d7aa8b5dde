"""Publications of a page: which version is live from when, and what a version has to fulfil before."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shared.contact_details import names_address
from shared.kit.core import is_invisible
from shared.languages import Locale

from lander.domain.document import PageDocument

LOWEST_CONTRAST = 4.5
# The text of the headline and of the sentence below it (lander.css).
TEXT_COLOURS = ("#f4f7f9", "#feadbb", "#dce5ea")


class PageState(StrEnum):
    DRAFT = "draft"
    LIVE = "live"
    RETIRED = "retired"


@dataclass(frozen=True)
class Publication:
    id: int
    version: int | None
    starts_at: datetime
    asked_by: UUID
    approved_at: datetime | None
    withdrawn_at: datetime | None

    @property
    def is_approved(self) -> bool:
        return self.approved_at is not None and self.withdrawn_at is None

    @property
    def is_waiting(self) -> bool:
        return self.approved_at is None and self.withdrawn_at is None


@dataclass(frozen=True)
class Problem:
    """A reason why a version may not be published, and the place in its document."""

    code: str
    place: str


def latest(publications: Collection[Publication], now: datetime) -> Publication | None:
    """The publication in force at a time."""
    begun = [each for each in publications if each.is_approved and each.starts_at <= now]
    return max(begun, key=lambda each: (each.starts_at, each.id), default=None)


def state_of(publications: Collection[Publication], now: datetime) -> tuple[PageState, int | None]:
    """The state of a page at a time, and its live version."""
    found = latest(publications, now)
    if found is None:
        return PageState.DRAFT, None
    return (PageState.RETIRED, None) if found.version is None else (PageState.LIVE, found.version)


def problems(
    document: PageDocument, languages: Sequence[Locale], now: datetime, pictures: Collection[str]
) -> list[Problem]:
    """What is missing for the languages of a page, texts with a foreign address, countdowns that are over, colours on
    which text cannot be read, and pictures that are not among the site's `pictures`. A page that names no languages
    needs one in which every part has words."""
    wanted = [each for each in languages if each in (document.languages or ())]
    if not document.languages_of(languages):
        wanted = wanted or [languages[0]]
    found = [
        Problem("language_missing", f"{place}.{language}")
        for place, languages_there in document.languages_of_parts()
        for language in wanted
        if language not in languages_there
    ]
    if document.languages is not None and not set(document.languages) & set(languages):
        found.append(Problem("language_missing", "languages"))
    # Versions saved by 0.2.0 may name a host: they stay readable, and are not published any more.
    found += [
        Problem("not_allowed", place) for place, text in document.texts() if names_address(text) or is_invisible(text)
    ]
    found += [
        Problem("countdown_over", f"blocks.{number}.ends_at")
        for number, block in enumerate(document.blocks)
        if block.kind == "countdown" and block.ends_at <= now
    ]
    found += [Problem("picture_gone", place) for place, each in document.own_pictures() if each.picture not in pictures]
    for name in ("sky", "dusk") if document.palette else ():
        colour = getattr(document.palette, name)
        if min(contrast(colour, text) for text in TEXT_COLOURS) < LOWEST_CONTRAST:
            found.append(Problem("contrast_low", f"palette.{name}"))
    return found


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
