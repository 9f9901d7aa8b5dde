"""Portraits for members, and the profile traits they show."""

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


def looks_for(gender: Gender, age: float, rng: Random) -> Looks:
    """A portrait of that gender and about that age."""
    band = next((name for limit, name in _BANDS if age < limit), "60s")
    return rng.choice(_by_kind()[gender.value, band])


def looks_of(portrait: str) -> Looks:
    return next(_looks(one) for one in portraits() if one.name == portrait)


@cache
def _by_kind() -> dict[tuple[str, str], list[Looks]]:
    kinds: dict[tuple[str, str], list[Looks]] = {}
    for one in portraits():
        if one.name not in _RESERVED:
            kinds.setdefault((one.gender, one.age_band), []).append(_looks(one))
    return kinds


def _looks(one: Portrait) -> Looks:
    return Looks(one.name, len(one.photos), HairColour(one.hair_colour), EyeColour(one.eye_colour))
