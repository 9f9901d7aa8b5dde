"""Who is in the gallery: enough different people that a page of a dating site shows no one twice."""

from dataclasses import dataclass
from functools import cache
from random import Random

from .features import AGE_BANDS, Person, person
from .take import Take, takes

PER_GENDER = 132
_SHARES = (34, 36, 16, 9, 5)  # of the age bands, youngest first


@dataclass(frozen=True)
class Model:
    """One person in the gallery with all their photos."""

    person: Person
    age_band: str
    takes: tuple[Take, ...]


@cache
def cast() -> tuple[Model, ...]:
    """All models, women first; the first of each gender is in their thirties and has four photos."""
    return tuple(
        _model(letter, gender, n)
        for letter, gender in (("w", "female"), ("m", "male"))
        for n in range(1, PER_GENDER + 1)
    )


def _model(letter: str, gender: str, number: int) -> Model:
    name = f"{letter}{number:03}"
    rng = Random(f"model {name}")
    band = "30s" if number == 1 else rng.choices(list(AGE_BANDS), _SHARES)[0]
    count = 4 if number == 1 else 1 if rng.random() < 0.48 else rng.choices((2, 3, 4, 5), (4, 4, 2, 1))[0]
    return Model(person(name, gender, band), band, tuple(takes(name, gender, count)))
