from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

MOST = 20
NAME_LONGEST = 60


@dataclass(frozen=True)
class Passkey:
    """A key pair whose private half stays on a member's device."""

    id: UUID
    member_id: UUID
    credential_id: bytes
    public_key: bytes
    sign_count: int
    name: str
    created_at: datetime | None = None
    used_on: date | None = None


@dataclass(frozen=True)
class Place:
    """The site as browsers name it: a passkey works nowhere else."""

    host: str
    origin: str
    name: str
