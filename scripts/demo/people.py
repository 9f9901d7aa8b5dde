"""Any number of believable members, the same ones every time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from uuid import UUID

from profiles.domain.traits import (
    BodyType,
    Education,
    EyeColour,
    Gender,
    HairColour,
    HasChildren,
    Language,
    LookingFor,
    RelationshipStatus,
    Sexuality,
    Smoking,
    Tattoos,
    WantsChildren,
)
from shared.registry import read_yaml
from shared.sites.interests import Interest

from .homes import Home, home_in, homes_named, pick_country
from .looks import Casting, Looks, looks_of
from .words import words

# Ages are counted from here, so that a seed gives the same birth dates next year too.
TODAY = date(2026, 7, 1)
DAY = 86_400
INTERESTS = [str(interest) for interest in Interest]
# Numbers of the members who are the demo's moderators.
MODERATORS = range(2, 5)
# Number of the demo's marketer.
MARKETER = 5
# Members from this country are of the example site Iskra, which has no fictional profiles.
ISKRAS = "PL"
V = TypeVar("V", bound=StrEnum)
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """One member as it is announced to the services. Offsets are seconds before now."""

    id: UUID
    email: str
    display_name: str
    gender: Gender
    sexuality: Sexuality
    seeks: frozenset[Gender]
    birth_date: date
    country: str
    town_id: int
    language: str
    about: str
    prompt_answers: tuple[tuple[str, str], ...]  # by prompt
    interests: tuple[str, ...]
    relationship_status: RelationshipStatus
    hair_colour: HairColour
    eye_colour: EyeColour
    body_type: BodyType
    tattoos: Tattoos
    looking_for: tuple[LookingFor, ...]
    height_cm: int | None
    has_children: HasChildren | None
    wants_children: WantsChildren | None
    smoking: Smoking | None
    education: Education | None
    languages: tuple[Language, ...]
    active_seconds_ago: int
    joined_seconds_ago: int
    portrait: str
    photo_count: int
    answers: bool
    premium: bool
    fictional: bool
    demonstration: bool = True

    @property
    def site(self) -> str:
        """The example site whose member this is: Iskra's are the Poles."""
        return "iskra" if self.country == ISKRAS else "pairwise"


def people(number: int, seed: int = 1) -> Iterator[DemoPerson]:
    """The first `number` members; a longer list begins with the same people as a shorter one."""
    return islice(_everyone(seed), number)


def who_answer(count: int, site: str = "pairwise") -> list[DemoPerson]:
    """Premium members among the first `count` of one site that answer messages: they may start any number of
    conversations, and the seed gives them credits."""
    return [person for person in people(count) if _is_answering(person) and person.site == site]


def _is_answering(person: DemoPerson) -> bool:
    return person.answers and person.premium and not person.fictional


def _everyone(seed: int) -> Iterator[DemoPerson]:
    logins, casting = _logins(), Casting()
    for number, login in enumerate(logins):
        yield _login(number, seed, login)
    for number in count(len(logins)):
        yield _member(number, seed, casting)


def _member(number: int, seed: int, casting: Casting) -> DemoPerson:
    rng = Random(seed * 1_000_003 + number)
    gender = Gender.FEMALE if rng.random() < 0.46 else Gender.MALE
    sexuality = _sexuality(rng, gender)
    age = _age(rng)
    home = home_in(pick_country(rng), rng)
    looks = casting.looks_for(gender, age, home.country)
    active = _active(rng)
    writes_back = rng.random() < 0.35
    return DemoPerson(
        id=_uuid(rng),
        email=f"demo{number:06}@pairwise.example",
        display_name=home.name_for(gender, rng),
        gender=gender,
        sexuality=sexuality,
        seeks=_seeks(gender, sexuality),
        birth_date=TODAY - timedelta(days=int(age * 365.25) + 1),
        country=home.country,
        town_id=home.town_id,
        language=home.language,
        about=_about(home.language, rng),
        prompt_answers=_prompt_answers(number, seed, home.language),
        interests=tuple(rng.sample(INTERESTS, rng.randint(5, 8))),
        relationship_status=_status(rng, age),
        **_appearance(rng, looks),
        **_life(number, seed, gender, age, home.language),
        active_seconds_ago=active,
        joined_seconds_ago=active + int(rng.expovariate(1 / (240 * DAY))) + 3600,
        portrait=looks.portrait,
        photo_count=looks.photo_count,
        # Moderators and the marketer log in with a code, which the responder and the load tools have not.
        answers=number not in (*MODERATORS, MARKETER),
        premium=writes_back or rng.random() < 0.12,
        fictional=rng.random() < 0.03 and home.country != ISKRAS,
    )


def _login(number: int, seed: int, login: dict[str, Any]) -> DemoPerson:
    rng = Random(seed * 1_000_003 + number)
    gender = Gender(login["gender"])
    home: Home = homes_named("NL", login["town"])
    looks = looks_of(login["portrait"])
    return DemoPerson(
        id=_uuid(rng),
        email=f"demo{number:06}@pairwise.example",
        display_name=login["name"],
        gender=gender,
        sexuality=Sexuality.HETERO,
        seeks=_seeks(gender, Sexuality.HETERO),
        birth_date=TODAY - timedelta(days=int((login["birth"] + 0.2) * 365.25)),
        country=home.country,
        town_id=home.town_id,
        language="nl",
        about=login["about"],
        prompt_answers=_prompt_answers(number, seed, home.language),
        interests=tuple(login["interests"]),
        relationship_status=RelationshipStatus.SINGLE,
        **_appearance(rng, looks),
        **_life(number, seed, gender, TODAY.year - login["birth"], "nl"),
        active_seconds_ago=60,
        joined_seconds_ago=200 * DAY,
        portrait=looks.portrait,
        photo_count=looks.photo_count,
        # Someone is meant to write as them, so nothing answers on its own.
        answers=False,
        premium=login["premium"],
        fictional=False,
    )


@cache
def _logins() -> list[dict[str, Any]]:
    logins: list[dict[str, Any]] = read_yaml(_HERE / "logins.yaml")
    return logins


def _uuid(rng: Random) -> UUID:
    return UUID(int=rng.getrandbits(128), version=4)


def _sexuality(rng: Random, gender: Gender) -> Sexuality:
    chance = rng.random()
    if gender is Gender.FEMALE:
        return Sexuality.HETERO if chance < 0.88 else Sexuality.BI if chance < 0.95 else Sexuality.LESBIAN
    return Sexuality.HETERO if chance < 0.90 else Sexuality.BI if chance < 0.935 else Sexuality.GAY


def _seeks(gender: Gender, sexuality: Sexuality) -> frozenset[Gender]:
    if sexuality is Sexuality.BI:
        return frozenset(Gender)
    other = Gender.MALE if gender is Gender.FEMALE else Gender.FEMALE
    return frozenset({other if sexuality is Sexuality.HETERO else gender})


def _age(rng: Random) -> float:
    """Between 18 and 70, most of them 25 to 45."""
    return min(69.9, max(18.1, rng.gammavariate(5.2, 4.4) + 14.5))


def _active(rng: Random) -> int:
    """Eight in a hundred within ten minutes, then fewer and fewer up to half a year."""
    if rng.random() < 0.08:
        return rng.randrange(600)
    return 600 + int(180 * DAY * rng.random() ** 4.5)


def _status(rng: Random, age: float) -> RelationshipStatus:
    known = list(RelationshipStatus)
    weights = (80, 4, 0, 4, 12) if age < 35 else (50, 28, 2, 8, 12) if age < 55 else (28, 42, 14, 6, 10)
    return rng.choices(known, weights)[0]


def _appearance(rng: Random, looks: Looks) -> dict[str, Any]:
    return {
        "hair_colour": looks.hair_colour,
        "eye_colour": looks.eye_colour,
        "body_type": rng.choices(list(BodyType), (24, 38, 16, 14, 8))[0],
        "tattoos": rng.choices(list(Tattoos), (66, 20, 14))[0],
    }


def _life(number: int, seed: int, gender: Gender, age: float, language: str) -> dict[str, Any]:
    """What some members say about their lives, and others do not.

    Drawn from numbers of its own, so that everything else about a member stays as it was in earlier releases.
    """
    rng = Random(f"life {seed} {number}")
    said = Language(language)
    further = [other for other in Language if other is not said and rng.random() < (0.8 if other == "en" else 0.06)]
    parents = (70, 26, 4) if age < 35 else (34, 46, 20) if age < 55 else (22, 12, 66)
    wishes = (46, 14, 40) if age < 35 else (16, 52, 32) if age < 45 else (1, 93, 6)
    goals = [goal for goal, share in zip(LookingFor, (0.62, 0.46, 0.24, 0.2), strict=True) if rng.random() < share]
    return {
        "looking_for": tuple(goals) if rng.random() < 0.85 else (),
        "height_cm": round(rng.gauss(169 if gender is Gender.FEMALE else 182, 7)) if rng.random() < 0.8 else None,
        "has_children": _maybe(rng, HasChildren, parents),
        "wants_children": _maybe(rng, WantsChildren, wishes),
        "smoking": _maybe(rng, Smoking, (70, 14, 12, 4)),
        "education": _maybe(rng, Education, (16, 34, 28, 18, 4)),
        "languages": (said, *further) if rng.random() < 0.75 else (),
    }


def _maybe(rng: Random, values: type[V], weights: Sequence[float]) -> V | None:
    """One of the values; three in ten members say none."""
    chosen = rng.choices(list(values), weights)[0]
    return chosen if rng.random() < 0.7 else None


def _about(language: str, rng: Random) -> str:
    """Two to five sentences, in an order in which people would write them."""
    about = words(language)["about"]
    parts = [part for part in about if part in ("days", "joys") or rng.random() < 0.62]
    return " ".join(rng.choice(about[part]) for part in parts)


def _prompt_answers(number: int, seed: int, language: str) -> tuple[tuple[str, str], ...]:
    """Up to three answers, drawn like `_life`; the members one logs in as have one at least."""
    rng = Random(f"answers {seed} {number}")
    answers = words(language)["answers"]
    prompts = rng.sample(sorted(answers), rng.randint(1 if number < 2 else 0, len(answers)))
    return tuple((prompt, rng.choice(answers[prompt])) for prompt in prompts)
