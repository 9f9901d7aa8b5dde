"""Profiles by the thousand, for bringing in members from elsewhere."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from shared.kit.db import copy_rows, rows_of
from sqlalchemy import select
from sqlalchemy.orm import Session

from profiles.domain.consent import Consent
from profiles.domain.fields import CONDITIONS, FIELDS
from profiles.domain.presence import some_time_that_day
from profiles.domain.profile import OLDEST, YOUNGEST, NewProfile
from profiles.domain.prompt_answers import PromptAnswer
from profiles.storage.search import REMEMBER
from profiles.storage.tables import ErasedRow, ProfileRow, TownRow

SIGNED_UP = (
    "member_id", "name", "birth_date", "gender", "seeks", "country", "language", "joined_at", "pool", "fictional",
)  # fmt: skip
# The columns a member fills in later, with the value of one who has not.
UNSAID: Mapping[str, Any] = {
    "interests": [],
    "wants_from": YOUNGEST,
    "wants_to": OLDEST,
    **{name: field.unsaid for name, field in (FIELDS | CONDITIONS).items()},
}
COLUMNS = (*SIGNED_UP, "town_id", "region", "last_active_at", "prompt_answers", *UNSAID)
CONSENT_COLUMNS = ("member_id", "kind", "is_given", "at")


@dataclass(frozen=True, slots=True)
class BulkProfile:
    """A profile with what its member said beyond signing up: `said` by the columns of `UNSAID`, without sexuality."""

    profile: NewProfile
    last_active_at: datetime
    consents: Sequence[Consent]
    said: Mapping[str, Any] = field(default_factory=dict)
    answers: Sequence[PromptAnswer] = ()


class BulkProfiles:
    def __init__(self, session: Session) -> None:
        self._session = session

    def erased(self, ids: Collection[UUID]) -> set[UUID]:
        """Those of these members that were erased."""
        return set(self._session.scalars(select(ErasedRow.member_id).where(ErasedRow.member_id.in_(ids))))

    def existing(self, ids: Collection[UUID]) -> set[UUID]:
        """Those of these members that have a profile."""
        return set(self._session.scalars(select(ProfileRow.member_id).where(ProfileRow.member_id.in_(ids))))

    def add(self, profiles: Collection[BulkProfile]) -> None:
        """Add new profiles with their consents and search's rows of them. An unknown town is left out.

        Raises psycopg.errors.UniqueViolation when another transaction made one of them meanwhile.
        """
        places = self._places({one.profile.town_id for one in profiles if one.profile.town_id})
        copy_rows(self._session, "profiles", COLUMNS, (_row(one, places) for one in profiles))
        copy_rows(self._session, "consents", CONSENT_COLUMNS, _consent_rows(profiles))
        added = [one.profile.member_id for one in profiles]
        rows_of(self._session, f"{REMEMBER.format(which='p.member_id = ANY(%(ids)s)')} RETURNING id", {"ids": added})

    def _places(self, town_ids: Collection[int]) -> dict[int | None, tuple[str, str]]:
        """Country and region of each of these towns."""
        found = select(TownRow.id, TownRow.country, TownRow.region).where(TownRow.id.in_(town_ids))
        return {row.id: (row.country, row.region) for row in self._session.execute(found)}


def _row(one: BulkProfile, places: Mapping[int | None, tuple[str, str]]) -> Sequence[Any]:
    profile = one.profile
    country, region = places.get(profile.town_id, (profile.country, None))
    values = {
        **{name: getattr(profile, name) for name in SIGNED_UP},
        "seeks": list(profile.seeks),
        "country": country,
        "town_id": profile.town_id if region else None,
        "region": region,
        "last_active_at": some_time_that_day(one.last_active_at),
        "prompt_answers": Jsonb([answer.row for answer in one.answers]),
        **UNSAID,
        **one.said,
        "sexuality": profile.sexuality,
    }
    return [values[name] for name in COLUMNS]


def _consent_rows(profiles: Iterable[BulkProfile]) -> Iterable[tuple[object, ...]]:
    for one in profiles:
        for consent in one.consents:
            yield one.profile.member_id, consent.kind, consent.is_given, consent.at
