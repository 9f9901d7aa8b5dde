"""Portraits for members, and the profile traits they show."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random

from profiles.domain.traits import EyeColour, Gender, HairColour

from .portraits import Portrait, portraits

_RESERVED = {"w001", "m052"}  # the portraits of the two logins are nobody else's
_BANDS = ((30, "20s"), (40, "30s"), (50, "40s"), (59, "50s"))


@dataclass(frozen=True, slots=True)
class Looks:
    portrait: str
    photo_count: int
    hair_colour: HairColour
    eye_colour: EyeColour


class Casting:
    """Gives members portraits of their gender and about their age.

    Those of one country are given one after the other, so that none repeats before each of its kind was given.
    """

    def __init__(self) -> None:
        self._given = Counter[tuple[str, str, str]]()

    def looks_for(self, gender: Gender, age: float, country: str) -> Looks:
        band = next((name for limit, name in _BANDS if age < limit), "60s")
        kind = gender.value, band
        looks, given = _by_kind()[kind], self._given[country, *kind]
        self._given[country, *kind] += 1
        return looks[(given + _begins_at(country)) % len(looks)]


def looks_of(portrait: str) -> Looks:
    return next(_looks(one) for one in portraits() if one.name == portrait)


@cache
def _by_kind() -> dict[tuple[str, str], list[Looks]]:
    kinds: dict[tuple[str, str], list[Looks]] = {}
    free = [one for one in portraits() if one.name not in _RESERVED]
    for one in Random("portraits").sample(free, len(free)):
        kinds.setdefault((one.gender, one.age_band), []).append(_looks(one))
    return kinds


@cache
def _begins_at(country: str) -> int:
    """Another face for each country, since a search may cross a border."""
    return Random(country).randrange(1000)


def _looks(one: Portrait) -> Looks:
    return Looks(one.name, len(one.photos), HairColour(one.hair_colour), EyeColour(one.eye_colour))
