"""A member's invitation: a link by which friends sign up, until its owner revokes it."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

MOST_OPEN = 3


@dataclass(frozen=True)
class Invitation:
    """`signed_up` is the number of members who came by it and are not erased."""

    id: UUID
    inviter_id: UUID
    site: str
    code: str
    shows_name: bool
    created_at: datetime
    revoked_at: datetime | None = None
    signed_up: int = 0


@dataclass(frozen=True)
class AcceptedInvitation:
    """The inviter of a new member. `same_device`: the inviter has logged in with the new member's browser before."""

    inviter_id: UUID
    same_device: bool


def new_code() -> str:
    """72 random bits in twelve characters."""
    return secrets.token_urlsafe(9)
