"""An invite: a link with which one person can sign up on a closed site."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True)
class Invite:
    id: UUID
    site: str
    name: str
    made_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    used_at: datetime | None

    def state(self, at: datetime) -> str:
        if self.used_at:
            return "used"
        if self.revoked_at:
            return "revoked"
        return "expired" if self.expires_at <= at else "open"


def new_token() -> str:
    """128 random bits: short enough to read out, too many to guess."""
    return secrets.token_urlsafe(16)
