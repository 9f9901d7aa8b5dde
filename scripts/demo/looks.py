"""Which portrait goes with which member, and what the profile says about it."""

from dataclasses import dataclass
from functools import cache
from random import Random

from profiles.domain.traits import EyeColour, Gender, HairColour

from .portraits.cast import Model, cast

_RESERVED = {"w001", "m052"}  # the faces of the two logins are nobody else's
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
    return next(_looks(model) for model in cast() if model.person.name == portrait)


@cache
def _by_kind() -> dict[tuple[str, str], list[Looks]]:
    kinds: dict[tuple[str, str], list[Looks]] = {}
    for model in cast():
        if model.person.name not in _RESERVED:
            kinds.setdefault((model.person.gender, model.age_band), []).append(_looks(model))
    return kinds


def _looks(model: Model) -> Looks:
    person = model.person
    bald = person.hair_style == "bald" and person.covering == "none"
    hair = HairColour.BALD if bald else HairColour(person.hair_colour)
    return Looks(person.name, len(model.takes), hair, EyeColour(person.eye_colour))
