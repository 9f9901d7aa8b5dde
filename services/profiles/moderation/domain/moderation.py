"""Complaints, decisions and measures of the moderation desk."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from shared.kit.core import new_id


class Measure(StrEnum):
    APPROVE_PHOTO = "approve_photo"
    REJECT_PHOTO = "reject_photo"
    BLOCK_PICTURE = "block_picture"  # of a chat: uploads of it are refused
    UNBLOCK_PICTURE = "unblock_picture"
    RETURN_PHOTO = "return_photo"  # a second person does not confirm its rejection: it waits to be inspected again
    HOLD_TEXT = "hold_text"  # the text of a profile, which has contact details: shown to its member alone
    WARN = "warn"
    HIDE = "hide"  # invisible to all others; the member can still read
    SUSPEND = "suspend"  # hidden, and cannot log in
    REVIEW = "review"  # hidden by a rule until a person has looked
    LIFT = "lift"
    DISMISS = "dismiss"  # a complaint that leads to nothing
    DISMISS_ABUSE = "dismiss_abuse"  # and was made to harm: manifestly unfounded
    # About a verification by a live gesture.
    VERIFY = "verify"
    REFUSE_VERIFICATION = "refuse_verification"
    ASK_VERIFICATION = "ask_verification"  # to verify again, after a report
    # About the reporter of such complaints (DSA, Article 23).
    WARN_REPORTER = "warn_reporter"
    SUSPEND_REPORTS = "suspend_reports"


# Measures against a member, of which the member is notified.
TO_MEMBERS = frozenset({Measure.WARN, Measure.HIDE, Measure.SUSPEND, Measure.LIFT})
SANCTIONS = frozenset({Measure.HIDE, Measure.SUSPEND, Measure.REVIEW})
# Measures that suspend an account or end its suspension. A review leaves a suspension as it is.
TO_IDENTITY = frozenset({Measure.HIDE, Measure.SUSPEND, Measure.LIFT})
DISMISSALS = frozenset({Measure.DISMISS, Measure.DISMISS_ABUSE})
# Measures that can be appealed: all that restrict a member.
CONTESTABLE = frozenset(
    {
        Measure.WARN,
        Measure.HIDE,
        Measure.SUSPEND,
        Measure.REVIEW,
        Measure.REJECT_PHOTO,
        Measure.BLOCK_PICTURE,
        Measure.HOLD_TEXT,
        Measure.WARN_REPORTER,
        Measure.SUSPEND_REPORTS,
        Measure.REFUSE_VERIFICATION,
    }
)
APPEAL_WITHIN = timedelta(days=183)
# Measures about a member's own reports, which the desk finds while it decides them.
ABOUT_REPORTS = frozenset({Measure.WARN_REPORTER, Measure.SUSPEND_REPORTS})


class Reason(StrEnum):
    """Reason of a complaint or of a measure."""

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
    DUPLICATE = "duplicate"  # opened by a rule: a new picture is on accounts of other members, too
    TEXT = "text"  # opened by a rule: the text of a profile has contact details
    RULE = "rule"  # opened by a rule of the desk (`domain/rules.py`)
    VERIFICATION = "verification"  # a member wants to be verified
    AGE_DOUBT = "age_doubt"  # opened by the person at the desk who refused a verification


REPORTS = frozenset({Kind.PROFILE, Kind.CHAT, Kind.OTHER})
# Those about one member are one case.
GATHERED = REPORTS | {Kind.RULE, Kind.AGE_DOUBT, Kind.DUPLICATE}
# Cases that a rule opens.
FOUND_BY_RULES = frozenset({Kind.PICTURE, Kind.DUPLICATE, Kind.TEXT, Kind.RULE})


class Detection(StrEnum):
    """How the facts of a measure were found (DSA, Article 17(3)(b) and (c))."""

    REPORT = "report"
    OWN_INITIATIVE = "own_initiative"
    AUTOMATED = "automated"


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

    Members of a pool meet across its sites, so a desk of one site alone could not judge a dispute between them.
    """

    actor_id: UUID
    pool: int
    sites: tuple[str, ...]
    namesake_ids: frozenset[UUID] = frozenset()  # members who are the same person, where this is an account of staff

    @property
    def own_ids(self) -> frozenset[UUID]:
        """Every account of this person that is known."""
        return self.namesake_ids | {self.actor_id}


@dataclass(frozen=True, slots=True)
class AppealAnswer:
    """Reasons of the decision about an appeal."""

    template: str | None
    facts: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    id: UUID
    member_id: UUID
    measure: Measure
    actor_id: UUID | None = None
    photo_id: UUID | None = None  # a photo of the profile, or the message of a chat that brought the picture
    complaint_id: UUID | None = None
    reason: str | None = None
    ground: Ground | None = None
    facts: str | None = None
    template: str | None = None  # of the reasons (`domain/templates.py`); `facts` stand beside it
    until: datetime | None = None
    is_provisional: bool = False  # until a second person confirms it
    # Set by the database.
    number: int = 0
    decided_at: datetime | None = None
    appeal: Outcome | str | None = None  # open, acted, dismissed; None when there is none
    answer: AppealAnswer | None = None
    found_in: Kind | None = None  # the kind of the complaint; None when there is none, or it was erased

    @property
    def automated(self) -> bool:
        return self.actor_id is None

    @property
    def detection(self) -> Detection | None:
        """How the facts were found; None for a decision that restricts nothing. Reports alone are erased with their
        member, so a complaint that is gone was one."""
        if self.measure not in CONTESTABLE or self.measure is Measure.REFUSE_VERIFICATION:
            return None
        if self.found_in in FOUND_BY_RULES:
            return Detection.AUTOMATED
        if self.found_in is Kind.AGE_DOUBT:
            return Detection.OWN_INITIATIVE
        if self.complaint_id is not None and self.measure not in ABOUT_REPORTS:
            return Detection.REPORT
        return Detection.AUTOMATED if self.automated else Detection.OWN_INITIATIVE

    @property
    def appeal_until(self) -> datetime | None:
        return self.decided_at + APPEAL_WITHIN if self.decided_at and self.measure in CONTESTABLE else None

    def can_be_appealed(self, at: datetime) -> bool:
        return self.appeal is None and self.appeal_until is not None and at < self.appeal_until


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
    about_state: AboutState | None = None  # current state; None for a complaint about nobody
    reporter_name: str | None = None  # None for a visitor, a rule, and a departed member
    source: str | None = None  # keyed hash of a visitor's network, until the decision
    severity: int | None = None  # the least that rules of the desk gave it; 0 is the most severe

    @property
    def is_urgent(self) -> bool:
        """Whether it reports a minor; urgent complaints come first in the queue."""
        return self.reason == Reason.MINOR


def case_of_rule(site: str, member_id: UUID, kind: Kind, reason: Reason, text: str) -> Complaint:
    """A case about a member that nobody reported."""
    return Complaint(
        id=new_id(),
        kind=kind,
        reporter_id=None,
        reporter_email=None,
        about_id=member_id,
        reason=reason,
        text=text,
        evidence=[],
        locale="en",
        site=site,
    )


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence requested with a complaint: messages by id, or the newest of the conversation.

    `conversation_id` is set where the partner's id is not known to the reporter any more; otherwise the conversation is
    the one with `about_id`.
    """

    conversation_id: UUID | None = None
    message_ids: Sequence[UUID] = ()
    is_newest: bool = False

    @property
    def is_given(self) -> bool:
        return self.conversation_id is not None or bool(self.message_ids) or self.is_newest


@dataclass(frozen=True, slots=True)
class Shown:
    """Messages as chat has them now, those marked `around` near one that was asked for; and the id of the partner."""

    partner_id: UUID
    messages: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class PendingSuspension:
    """A suspension, or its end, that identity has not confirmed yet. `version` is the number of the decision."""

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
    is_fictional: bool = False
    # The image classifier's answer, where it looked: label and score, or why it has none.
    label: str | None = None
    score: float | None = None
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """Statement of reasons of a measure, and its duration in days."""

    measure: Measure
    reason: Reason
    ground: Ground
    facts: str | None
    days: int | None
    # Not in the text of the statement, which idempotency keys of the previous release were hashed with.
    template: str | None = field(default=None, repr=False)
