"""The desk's queue: every case in one list, the most severe first, each in the hands of one person at a time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from uuid import UUID

from profiles.moderation.domain.case_work import CaseWork
from profiles.moderation.domain.moderation import DISMISSALS, REPORTS, Complaint, Kind, Measure, Reason, WaitingPhoto
from profiles.moderation.domain.templates import ANSWERS, Template

# An opened case is shown to nobody else for so long; the screen renews it while it is open.
LEASE_LASTS = timedelta(minutes=5)
# A decision takes effect after so long. Nothing is sent before, so an undone decision has reached nobody.
UNDO_WITHIN = timedelta(seconds=10)
# Cases decided together with one.
MOST_TOGETHER = 50
# Reports in one case; those about the same member beyond it are the next one.
MOST_REPORTS = 500
PHOTO = "photo"
VERIFICATION_MEASURES = frozenset({Measure.VERIFY, Measure.REFUSE_VERIFICATION})


class Severity(IntEnum):
    """Order of the queue: danger to a person first, then crimes, then breaches of the terms."""

    UNDER_AGE = 0
    ILLEGAL = 1
    THREAT = 2
    FRAUD = 3
    ABUSE = 4
    OTHER = 5
    REQUEST = 6  # nobody is harmed while it waits


SEVERITY_OF_REASON: dict[Reason, Severity] = {
    Reason.MINOR: Severity.UNDER_AGE,
    Reason.VIOLENCE: Severity.THREAT,
    Reason.HARASSMENT: Severity.THREAT,  # "Harassment or threats" on the form
    Reason.FRAUD: Severity.FRAUD,
    Reason.HATE: Severity.ABUSE,
    Reason.NUDITY: Severity.ABUSE,
}
# A picture that was rejected as illegal before came again; a picture is on two accounts.
SEVERITY_OF_KIND: dict[Kind, Severity] = {
    Kind.PICTURE: Severity.ILLEGAL,
    Kind.DUPLICATE: Severity.FRAUD,
    Kind.VERIFICATION: Severity.REQUEST,
}


# Time from the first report until the decision, as a desk aims at it.
DECIDE_WITHIN: dict[Severity, timedelta] = {
    Severity.UNDER_AGE: timedelta(hours=1),
    Severity.ILLEGAL: timedelta(hours=1),
    Severity.THREAT: timedelta(hours=4),
    Severity.FRAUD: timedelta(hours=24),
    Severity.ABUSE: timedelta(hours=24),
    Severity.OTHER: timedelta(hours=72),
    Severity.REQUEST: timedelta(hours=72),
}


def severity_of(complaint: Complaint) -> Severity:
    """Severity of its kind or reason, or the higher one that rules of the desk gave it."""
    by_reason = {str(reason): severity for reason, severity in SEVERITY_OF_REASON.items()}
    own = SEVERITY_OF_KIND.get(complaint.kind) or by_reason.get(complaint.reason, Severity.OTHER)
    return own if complaint.severity is None else min(own, Severity(complaint.severity))


@dataclass(frozen=True, slots=True, order=True)
class CaseKey:
    """The id of a photo or of a complaint, and which of the two: ids are unique within their kind alone."""

    id: UUID
    is_photo: bool


class PhotoMeasure(StrEnum):
    """Decisions about a waiting photo. `warn` and `suspend` reject it, too."""

    APPROVE = "approve"
    REJECT = "reject"
    WARN = "warn"
    SUSPEND = "suspend"


class Assigned(StrEnum):
    """Cases of a list. Without one of these, it leaves out those of colleagues that are not late."""

    MINE = "mine"
    ANYONE = "anyone"


@dataclass(frozen=True, slots=True)
class QueueFilter:
    kind: str | None = None
    language: str | None = None
    site: str | None = None
    label: str | None = None
    assigned: Assigned | None = None


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A case in the list. It discloses nothing about a person: that takes a lease, which is recorded."""

    id: UUID
    kind: str
    severity: Severity
    reason: str | None
    language: str
    site: str | None  # None for a photo: it belongs to the pool
    since: datetime
    is_mine: bool
    reports: int  # 0 for a photo
    work: CaseWork
    stopped: timedelta = timedelta()  # while a question to a reporter was open
    asks: bool = False  # a question to a reporter has no answer yet

    @property
    def due_at(self) -> datetime:
        return self.since + DECIDE_WITHIN[self.severity] + self.stopped


@dataclass(frozen=True, slots=True)
class MemberContext:
    """What the desk knows about the member of a case, in numbers. Warnings that count are neither older than the site
    lets them be nor lifted by an appeal; `warnings_expired` are the older ones."""

    joined_at: datetime
    language: str
    warnings: int
    warnings_expired: int
    sanctions: int
    rejected_photos: int
    reports_about: int
    reports_by: int
    unmatched_for_cause: int


@dataclass(frozen=True, slots=True)
class Case:
    """The open reports about one member, one other complaint, or a waiting photo.

    `reports` are in the order of their arrival, and the first one names the case: a later report joins it, whatever its
    reason, and the id stays the same until all of them are closed.
    """

    id: UUID
    member_id: UUID | None
    reports: tuple[Complaint, ...] = ()
    photo: WaitingPhoto | None = None

    @property
    def key(self) -> CaseKey:
        return CaseKey(self.id, not self.reports)

    @property
    def complaint(self) -> Complaint | None:
        """The most severe report, of those the oldest."""
        return min(self.reports, key=severity_of, default=None)

    def allows(self, measure: str) -> bool:
        """Whether this measure makes sense for the case: a photo, an appeal, an erased member, any other."""
        if self.complaint is None:
            return measure in set(PhotoMeasure)
        if self.complaint.about_id is None or self.complaint.about_state == "erased":
            return measure == Measure.DISMISS
        if self.is_appeal:
            return measure in {Measure.DISMISS, Measure.LIFT}
        if self.is_verification or measure in VERIFICATION_MEASURES:
            return self.is_verification and measure in VERIFICATION_MEASURES
        if measure == Measure.DISMISS_ABUSE:
            # Nobody can be told of a visitor's.
            made = [each.reporter_id for each in self.reports if each.kind in REPORTS]
            return bool(made) and all(made)
        return measure in {*DISMISSALS, Measure.WARN, Measure.HIDE, Measure.SUSPEND}

    @property
    def is_appeal(self) -> bool:
        return self.complaint is not None and self.complaint.kind is Kind.APPEAL

    @property
    def is_verification(self) -> bool:
        return self.complaint is not None and self.complaint.kind is Kind.VERIFICATION

    def explains(self, template: str | None, measure: str) -> bool:
        """Whether this template explains this measure: an appeal has answers of its own."""
        if template == Template.AUTOMATIC:
            return False
        answered = ANSWERS.get(Template(template)) if template else None
        return answered is None if not self.is_appeal or template is None else answered == measure

    def dismissal(self) -> Template:
        """The template of a dismissal that states nothing."""
        return Template.APPEAL_KEPT if self.is_appeal else Template.NO_BREACH


@dataclass(frozen=True, slots=True)
class DeskDecision:
    """A decision about one case of the queue, until it takes effect. `id` is the idempotency key of its effect.

    `reports` are those that the desk was shown: one that arrives later stays open. None in rows of the previous
    release, whose cases are single complaints.
    """

    id: UUID
    batch_id: UUID
    case_id: UUID
    actor_id: UUID
    pool: int
    member_id: UUID | None
    is_photo: bool
    measure: str
    reason: str | None
    ground: str | None
    template: str | None
    facts: str | None
    days: int | None
    reports: list[UUID] | None = None

    @property
    def case(self) -> CaseKey:
        return CaseKey(self.case_id, self.is_photo)
