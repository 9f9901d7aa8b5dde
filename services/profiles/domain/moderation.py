"""What the desk can decide, and on what."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID


class Measure(StrEnum):
    APPROVE_PHOTO = "approve_photo"
    REJECT_PHOTO = "reject_photo"
    WARN = "warn"
    HIDE = "hide"  # nobody sees the member, who can go on reading
    SUSPEND = "suspend"  # hidden, and cannot log in
    REVIEW = "review"  # hidden by a rule until a person has looked
    LIFT = "lift"
    DISMISS = "dismiss"  # a complaint that leads to nothing
    DISMISS_ABUSE = "dismiss_abuse"  # and was made to harm: manifestly unfounded
    # About the reporter of such complaints (DSA, Article 23).
    WARN_REPORTER = "warn_reporter"
    SUSPEND_REPORTS = "suspend_reports"


# What is done to a member and told to them.
TO_MEMBERS = frozenset({Measure.WARN, Measure.HIDE, Measure.SUSPEND, Measure.LIFT})
SANCTIONS = frozenset({Measure.HIDE, Measure.SUSPEND, Measure.REVIEW})
# What decides if a member may log in. A review does not: it leaves a suspension as it is.
TO_IDENTITY = frozenset({Measure.HIDE, Measure.SUSPEND, Measure.LIFT})
DISMISSALS = frozenset({Measure.DISMISS, Measure.DISMISS_ABUSE})
# What a member can appeal: all that takes something away.
CONTESTABLE = frozenset(
    {
        Measure.WARN,
        Measure.HIDE,
        Measure.SUSPEND,
        Measure.REVIEW,
        Measure.REJECT_PHOTO,
        Measure.WARN_REPORTER,
        Measure.SUSPEND_REPORTS,
    }
)
APPEAL_WITHIN = timedelta(days=183)


class Reason(StrEnum):
    """Why someone complains, and why something is done."""

    FAKE = "fake"
    HARASSMENT = "harassment"
    HATE = "hate"
    NUDITY = "nudity"
    FRAUD = "fraud"
    MINOR = "minor"
    ADVERTISING = "advertising"
    VIOLENCE = "violence"
    OTHER = "other"


class Ground(StrEnum):
    TERMS = "terms"
    LAW = "law"


class Kind(StrEnum):
    PROFILE = "profile"
    CHAT = "chat"
    OTHER = "other"
    APPEAL = "appeal"
    PICTURE = "picture"  # opened by a rule: a picture was recognised


class AboutState(StrEnum):
    ACTIVE = "active"
    DELETED = "deleted"  # may come back
    ERASED = "erased"  # gone for good


class Outcome(StrEnum):
    ACTED = "acted"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Desk:
    """A person at the moderation desk, and the reach of their account: the members of one pool, and its sites.

    Members of a pool meet whichever of its sites they belong to, so a desk that saw only one of these sites could not
    judge what they do to each other.
    """

    actor_id: UUID
    pool: int
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    id: UUID
    member_id: UUID
    measure: Measure
    actor_id: UUID | None = None
    photo_id: UUID | None = None
    complaint_id: UUID | None = None
    reason: str | None = None
    ground: Ground | None = None
    facts: str | None = None
    until: datetime | None = None
    # As the database has put it down.
    number: int = 0
    decided_at: datetime | None = None
    appeal: Outcome | str | None = None  # open, acted, dismissed; None when there is none

    @property
    def automated(self) -> bool:
        return self.actor_id is None

    def can_be_appealed(self, at: datetime) -> bool:
        return (
            self.measure in CONTESTABLE
            and self.appeal is None
            and self.decided_at is not None
            and at - self.decided_at < APPEAL_WITHIN
        )


@dataclass(frozen=True, slots=True)
class Complaint:
    id: UUID
    kind: Kind
    reporter_id: UUID | None
    reporter_email: str | None
    about_id: UUID | None
    reason: str
    text: str
    evidence: list[dict[str, Any]]
    locale: str
    site: str
    decision_id: UUID | None = None
    number: int = 0
    made_at: datetime | None = None
    outcome: Outcome | None = None
    about_name: str | None = None
    about_state: AboutState | None = None  # as it is now; None when it is about nobody
    source: str | None = None  # of a visitor: the keyed hash of their network, until it is decided

    @property
    def is_urgent(self) -> bool:
        """Whether it says that someone is under age: first in the queue."""
        return self.reason == Reason.MINOR


@dataclass(frozen=True, slots=True)
class Proof:
    """What is to be shown with a complaint: messages by their ids, or the newest of those two.

    The conversation is named where nobody may know any more whom it was with; else it is the one with `about_id`.
    """

    conversation_id: UUID | None = None
    message_ids: Sequence[UUID] = ()
    is_newest: bool = False

    @property
    def is_given(self) -> bool:
        return self.conversation_id is not None or bool(self.message_ids) or self.is_newest


@dataclass(frozen=True, slots=True)
class Shown:
    """Messages as they are now, and who the other one is."""

    partner_id: UUID
    messages: list[dict[str, str | None]]


@dataclass(frozen=True, slots=True)
class PendingSuspension:
    """What identity has not confirmed yet: the member may, or may not, log in; by the decision of this number."""

    member_id: UUID
    suspended: bool
    version: int


@dataclass(frozen=True, slots=True)
class WaitingPhoto:
    id: UUID
    member_id: UUID
    name: str
    birth_date: Any
    thumbhash: str
    added_at: datetime


@dataclass(frozen=True, slots=True)
class Statement:
    """Why: the words and the ground of a measure, and how long it lasts."""

    measure: Measure
    reason: Reason
    ground: Ground
    facts: str
    days: int | None
