"""Plans of a date that a member shares by a link."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from profiles.domain.fields import Text
from profiles.errors import invalid_field

PLACE, NOTE = Text(longest=200), Text(longest=500)
MOST = 3
FARTHEST = timedelta(days=60)
# The link shows the plan until so long after the date.
LIVES = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class DatePlan:
    id: UUID
    member_id: UUID
    partner_id: UUID
    partner_name: str
    place: str
    meets_at: datetime
    note: str
    is_shared: bool

    @property
    def ends_at(self) -> datetime:
        return self.meets_at + LIVES


def checked_place(place: str) -> str:
    words = PLACE.checked("place", place)
    if words is None:
        raise invalid_field("place")
    return words


def check_time(meets_at: datetime, now: datetime) -> None:
    """A date begins within the next 60 days, or began within the last hour."""
    if not now - timedelta(hours=1) <= meets_at <= now + FARTHEST:
        raise invalid_field("meets_at")


def new_secret() -> str:
    """256 random bits, safe in links."""
    return secrets.token_urlsafe(32)


def new_short_secret() -> str:
    """128 random bits in 22 characters, for a link in a text message."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> bytes:
    """SHA-256. A fast hash is enough, because the secret is random."""
    return hashlib.sha256(secret.encode()).digest()
