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
class RelyingParty:
    """The site as WebAuthn names it. A passkey works only for the relying party that it was made for."""

    host: str
    origin: str
    name: str
