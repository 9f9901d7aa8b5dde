"""A member's own photos and their review."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

# Least detail of a photo that a rule may approve; less is a single colour or a black frame.
LEAST_DETAIL = 4.0


class PhotoStatus(StrEnum):
    PENDING = "pending"  # visible to its member only
    ACTIVE = "active"  # approved: everyone may see it
    REJECTED = "rejected"  # visible to its member only, with the reason


class RejectReason(StrEnum):
    NUDITY = "nudity"
    NOT_A_PERSON = "not_a_person"
    SOMEONE_ELSE = "someone_else"
    MINOR = "minor"
    CONTACT_DETAILS = "contact_details"
    ADVERTISING = "advertising"
    VIOLENCE = "violence"
    UNCLEAR = "unclear"
    ILLEGAL = "illegal"  # moved to quarantine, and recognised on upload from any account


@dataclass(frozen=True, slots=True)
class OwnPhoto:
    id: UUID
    thumbhash: str
    status: PhotoStatus
    reason: str | None


@dataclass(frozen=True, slots=True)
class PhotoRules:
    """Photo rules of a site for one member."""

    limit: int
    is_automatic: bool

    def first_status(self, detail: float) -> PhotoStatus:
        """Apply the rule that approves without a person, where the site has it."""
        return PhotoStatus.ACTIVE if self.is_automatic and detail >= LEAST_DETAIL else PhotoStatus.PENDING
