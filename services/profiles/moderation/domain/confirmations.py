"""Decisions that cannot be undone: in force for a while, and for good once a second person at the desk confirms."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from profiles.domain.card import Photo
from profiles.moderation.domain.moderation import Decision, Measure

# Time to confirm a decision before it lapses; an unconfirmed suspension is in force no longer than this.
CONFIRM_WITHIN = timedelta(days=14)
# A suspension of more than a year is as good as one without an end.
LONGEST_BY_ONE_PERSON = timedelta(days=365)


class Settlement(StrEnum):
    """Outcome of the wait for a second person."""

    CONFIRMED = "confirmed"
    REFUSED = "refused"
    LAPSED = "lapsed"
    SUPERSEDED = "superseded"  # lifted, appealed with success, or replaced by another decision


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A decision that waits for a second person. A rejected picture has its `photo_id`; a suspension has none, and
    `wanted_until` is the end it gets with the confirmation (None for good)."""

    decision_id: UUID
    member_id: UUID
    proposed_by: UUID
    photo_id: UUID | None = None
    wanted_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class WaitingConfirmation:
    """A confirmation as the desk shows it. `reports` led to it; those of `involved_ids` cannot be the second person."""

    confirmation: Confirmation
    decision: Decision
    member_name: str
    proposer_name: str | None  # None when their own account is gone
    photo: Photo | None
    expires_at: datetime
    reports: Sequence[UUID]
    involved_ids: frozenset[UUID]


def needs_second_person(decision: Decision, at: datetime) -> bool:
    """Whether this measure of a person at the desk cannot be undone: a suspension for good, or for more than a year."""
    if decision.measure is not Measure.SUSPEND or decision.actor_id is None:
        return False
    return decision.until is None or decision.until - at > LONGEST_BY_ONE_PERSON
