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


class CheckAction(StrEnum):
    """What the image classifier says about a photo."""

    SHOW = "show"
    WAIT = "wait"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class PhotoCheck:
    """An answer of the image classifier by the site's rules; after a `failure` there is no label, and the photo waits.

    `model` is the SHA-256 of the file.
    """

    model: str
    action: CheckAction
    label: str | None = None
    score: float | None = None
    reason: RejectReason | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class PhotoRules:
    """Photo rules of a site for one member."""

    limit: int
    is_automatic: bool

    def first_status(self, detail: float, check: PhotoCheck | None = None) -> PhotoStatus:
        """Apply the rule that approves without a person, where the site has it.

        A classifier can only make it stricter: a photo that it rejects is rejected, one that it does not show waits.
        """
        if check is not None and check.action is CheckAction.REJECT:
            return PhotoStatus.REJECTED
        if check is not None and check.action is not CheckAction.SHOW:
            return PhotoStatus.PENDING
        return PhotoStatus.ACTIVE if self.is_automatic and detail >= LEAST_DETAIL else PhotoStatus.PENDING
