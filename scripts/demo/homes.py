"""Towns, languages and given names of demo members."""

import sys
from bisect import bisect
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

from profiles.domain.traits import Gender

# The gazetteer is a library of the services; the demo reads it where it is.
sys.path.append(str(Path(__file__).resolve().parents[2] / "services"))
from shared.gazetteer import Town, towns
from shared.registry import read_yaml

_LANGUAGE = {
    "NL": "nl", "BE": "nl", "DE": "de", "AT": "de", "CH": "de", "FR": "fr", "IT": "it", "ES": "es", "PL": "pl",
    "DK": "da", "SE": "sv", "NO": "nb", "FI": "fi",
}  # fmt: skip
_REGION_LANGUAGE = {
    "be-wallonie": "fr", "be-brussel": "fr", "ca-quebec": "fr", "ch-ticino": "it",
    "ch-geneve": "fr", "ch-vaud": "fr", "ch-neuchatel": "fr", "ch-jura": "fr", "ch-fribourg": "fr", "ch-valais": "fr",
}  # fmt: skip
_CULTURE = {"nl": "dutch", "fr": "french", "de": "german", "it": "italian", "en": "english"}
_SEVERAL_LANGUAGES = {"BE", "CH", "CA"}


@dataclass(frozen=True, slots=True)
class Home:
    country: str
    town_id: int
    language: str

    def name_for(self, gender: Gender, rng: Random) -> str:
        """A first name heard in this country, now and then with an initial or a number."""
        name: str = rng.choice(_names(_culture(self, rng), gender.value))
        chance = rng.random()
        if chance < 0.12:
            return f"{name} {rng.choice('ABCDEFGHJKLMNPRSTVWZ')}."
        return f"{name}{rng.randint(2, 99)}" if chance < 0.18 else name


def pick_country(rng: Random) -> str:
    codes, sums = country_shares()
    return codes[bisect(sums, rng.random() * sums[-1])]


def home_in(country: str, rng: Random) -> Home:
    """A town of that country, larger ones more often."""
    homes, sums = _homes(country)
    return homes[bisect(sums, rng.random() * sums[-1])]


def homes_named(country: str, town_name: str) -> Home:
    """The largest town of that name."""
    return _home(next(town for town in towns() if (town.country, town.name) == (country, town_name)))


def _home(town: Town) -> Home:
    return Home(town.country, town.id, _REGION_LANGUAGE.get(town.region_id) or _LANGUAGE.get(town.country, "en"))


@cache
def _homes(country: str) -> tuple[list[Home], list[int]]:
    local = [town for town in towns() if town.country == country]
    return [_home(town) for town in local], list(accumulate(town.population for town in local))


def _culture(home: Home, rng: Random) -> str:
    cultures = _countries()[home.country]["names"]
    culture: str = rng.choices(list(cultures), list(cultures.values()))[0]
    # Where several languages are spoken, names follow the language of the town.
    if home.country in _SEVERAL_LANGUAGES and culture != "worldwide":
        return _CULTURE[home.language]
    return culture


@cache
def _book() -> dict[str, Any]:
    book: dict[str, Any] = read_yaml(Path(__file__).parent / "names.yaml")
    return book


def _names(culture: str, gender: str) -> list[str]:
    names: list[str] = _book()["cultures"][culture][gender]
    return names


def _countries() -> dict[str, Any]:
    countries: dict[str, Any] = _book()["countries"]
    return countries


@cache
def country_shares() -> tuple[list[str], list[float]]:
    return list(_countries()), list(accumulate(country["share"] for country in _countries().values()))
