"""Loads profiles and photos in bulk, for demonstration and load tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid5

import psycopg
from psycopg.types.json import Jsonb
from shared.gazetteer import towns
from shared.sites.interests import Interest

from profiles.domain.consent import ConsentKind
from profiles.domain.fields import FIELDS, RELIGION, SEXUALITY
from profiles.domain.photo import PhotoStatus
from profiles.domain.profile import FIRST_POOL
from profiles.domain.prompt_answers import PromptAnswer
from profiles.domain.traits import Gender, sexuality_of
from profiles.storage.search import REMEMBER

KNOWN_INTERESTS = frozenset(Interest)
PROFILE_COLUMNS = (
    "member_id, name, birth_date, gender, seeks, town_id, country, region, interests, fictional, demonstration,"
    f" is_premium, language, last_active_at, joined_at, pool, sexuality_shown, prompt_answers, {', '.join(FIELDS)}"
)
CONSENT_COLUMNS = "member_id, kind, is_given, at"
PHOTO_COLUMNS = "id, member_id, position, status, thumbhash, media"


@dataclass(frozen=True, slots=True)
class SeedPhoto:
    """`media` names the files without size and ending: `demo/w001-1` is `demo/w001-1-400.webp` and its sisters
    160, 800 and locked, below MEDIA_URL. One that waits is seen by its member and the desk alone."""

    media: str
    thumbhash: str
    waits: bool = False


@dataclass(frozen=True, slots=True)
class SeedProfile:
    """A member's profile. Country and region follow from the town, sexuality from gender and seeks.

    `seeks` and a religion imply the consent to use them, which is stored too; empty is "not said".

    Unknown interests (`domain/interests.py`) are left out. The first photo is the main one. Only the day of
    `last_active_at` is shown; its time of day orders the members of one day, and must be random (`domain/presence.py`).
    """

    member_id: UUID
    name: str
    birth_date: date
    gender: str
    seeks: Sequence[str]
    town_id: int
    language: str
    joined_at: datetime
    last_active_at: datetime
    interests: Sequence[str] = ()
    said: Mapping[str, Any] = field(default_factory=dict)  # by the names of `FIELDS`
    answers: Sequence[tuple[str, str]] = ()  # to prompts, by their ids
    photos: Sequence[SeedPhoto] = ()
    fictional: bool = False
    demonstration: bool = True
    is_premium: bool = False
    pool: int = FIRST_POOL


def seed(connection: psycopg.Connection[Any], profiles: Iterable[SeedProfile]) -> None:
    """Add these profiles with their photos and search's rows of them, in the caller's transaction."""
    place_of = _places()
    added: list[UUID] = []
    consents: list[tuple[Any, ...]] = []
    photos: list[tuple[Any, ...]] = []
    cursor = connection.cursor()
    with cursor.copy(f"COPY profiles ({PROFILE_COLUMNS}) FROM STDIN") as copy:
        for profile in profiles:
            copy.write_row(_profile_row(profile, *place_of[profile.town_id]))
            added.append(profile.member_id)
            photos += _photo_rows(profile)
            consents.append((profile.member_id, ConsentKind.MATCHING, bool(profile.seeks), profile.joined_at))
            if profile.said.get(RELIGION):
                consents.append((profile.member_id, ConsentKind.RELIGION, True, profile.joined_at))
    with cursor.copy(f"COPY consents ({CONSENT_COLUMNS}) FROM STDIN") as copy:
        for consent in consents:
            copy.write_row(consent)
    with cursor.copy(f"COPY photos ({PHOTO_COLUMNS}) FROM STDIN") as copy:
        for photo in photos:
            copy.write_row(photo)
    cursor.execute(REMEMBER.format(which="p.member_id = ANY(%(members)s)"), {"members": added})


@cache
def _places() -> Mapping[int, tuple[str, str]]:
    """Country and region of each town. Read once: there are many more towns than profiles in most calls."""
    return {town.id: (town.country, town.region_id) for town in towns()}


def _profile_row(profile: SeedProfile, country: str, region: str) -> tuple[Any, ...]:
    gender, seeks = Gender(profile.gender), sorted(Gender(gender) for gender in set(profile.seeks))
    said = {**profile.said, SEXUALITY: sexuality_of(gender, seeks)}
    return (
        profile.member_id,
        profile.name,
        profile.birth_date,
        gender,
        list(seeks),
        profile.town_id,
        country,
        region,
        [interest for interest in profile.interests if interest in KNOWN_INTERESTS],
        profile.fictional,
        profile.demonstration,
        profile.is_premium,
        profile.language,
        profile.last_active_at,
        profile.joined_at,
        profile.pool,
        profile.demonstration,
        Jsonb(
            [
                PromptAnswer(id_of_answer(profile.member_id, prompt), prompt, text).row
                for prompt, text in profile.answers
            ]
        ),
        *(said.get(name) if one.unsaid is None else list(said.get(name) or ()) for name, one in FIELDS.items()),
    )


def id_of_answer(member_id: UUID, prompt: str) -> UUID:
    """The id of a seeded answer."""
    return uuid5(member_id, prompt)


def _photo_rows(profile: SeedProfile) -> list[tuple[Any, ...]]:
    return [
        # Derived from the member's id, so that a copy seeded again has the same links.
        (
            uuid5(profile.member_id, photo.media),
            profile.member_id,
            position,
            (PhotoStatus.PENDING if photo.waits else PhotoStatus.ACTIVE).value,
            photo.thumbhash,
            photo.media,
        )
        for position, photo in enumerate(profile.photos)
    ]
