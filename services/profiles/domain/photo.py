"""A member's own photos, and what inspection says of them."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

# Below this there is nothing to see: one colour, a black frame. Such photos wait for someone to look at them.
LEAST_DETAIL = 4.0


class PhotoStatus(StrEnum):
    PENDING = "pending"  # only the member sees it
    ACTIVE = "active"  # approved: everyone may see it
    REJECTED = "rejected"  # only the member sees it, with the reason


class RejectReason(StrEnum):
    NUDITY = "nudity"
    NOT_A_PERSON = "not_a_person"
    SOMEONE_ELSE = "someone_else"
    MINOR = "minor"
    CONTACT_DETAILS = "contact_details"
    ADVERTISING = "advertising"
    VIOLENCE = "violence"
    UNCLEAR = "unclear"
    ILLEGAL = "illegal"  # deleted at once, and recognised when it comes again


@dataclass(frozen=True, slots=True)
class OwnPhoto:
    id: UUID
    thumbhash: str
    status: PhotoStatus
    reason: str | None


@dataclass(frozen=True, slots=True)
class PhotoRules:
    """What a site says about photos, for one member."""

    limit: int
    is_automatic: bool

    def first_status(self, detail: float) -> PhotoStatus:
        """The rule that approves without a person, where the site has it."""
        return PhotoStatus.ACTIVE if self.is_automatic and detail >= LEAST_DETAIL else PhotoStatus.PENDING
