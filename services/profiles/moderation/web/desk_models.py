"""The desk's queue over HTTP."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from profiles.domain.photo import RejectReason
from profiles.domain.verification import Pose, RefusalReason
from profiles.moderation.domain.case_work import MOST_LABELS, Colleague
from profiles.moderation.domain.desk_messages import DeskMessage
from profiles.moderation.domain.desk_queue import (
    MOST_TOGETHER,
    VERIFICATION_MEASURES,
    Assigned,
    MemberContext,
    QueueItem,
)
from profiles.moderation.domain.fraud_score import WEIGHTS, FraudScore, Sign
from profiles.moderation.domain.moderation import DISMISSALS, Ground, Reason
from profiles.moderation.domain.templates import Template
from profiles.moderation.usecases.decide_cases import Verdict
from profiles.moderation.web.complaint_models import StatedFacts, stored_time
from profiles.moderation.web.moderation_models import (
    CaseNoteOut,
    CasePersonOut,
    Days,
    DeskComplaintOut,
    DeskDecisionOut,
    WaitingPhotoOut,
)
from profiles.web.photo_models import OwnPhotoOut

Short = Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z][a-z0-9_-]*$")]
Label = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=1, max_length=30)]
STATES_NOTHING = frozenset({"approve", "reject", *VERIFICATION_MEASURES, *DISMISSALS})
SeverityName = Literal["under_age", "illegal", "threat", "fraud", "abuse", "other", "request"]


class QueueQuery(Input):
    """`kind` is `photo` or the kind of a complaint; a photo belongs to no site."""

    kind: Short | None = None
    language: Short | None = None
    site: Short | None = None
    label: Label | None = None
    assigned: Assigned | None = Field(
        None, description="Without it, cases of colleagues are left out until they are late"
    )


class ColleagueOut(Output):
    id: UUID
    name: str

    @staticmethod
    def of(colleague: Colleague | None) -> "ColleagueOut | None":
        return ColleagueOut(id=colleague.id, name=colleague.name) if colleague else None


class ColleaguesAnswer(Output):
    colleagues: list[ColleagueOut] = Field(description="People who used the desk lately, the caller included")


class QueueItemOut(Output):
    """A case of the list. Nothing about a person before the case is opened."""

    id: UUID
    kind: str
    severity: SeverityName
    reason: str | None
    language: str
    site: str | None
    since: datetime
    mine: bool = Field(description="Open at this desk already")
    reports: int = Field(description="How many reports about one member it has; 0 for a photo")
    due_at: datetime = Field(description="When it should be decided, by its severity")
    assignee: ColleagueOut | None = Field(None, description="The colleague it is assigned to")
    labels: list[str] = Field([], description="Short words of the desk")
    asks: bool = Field(False, description="A question to a reporter has no answer yet")

    @staticmethod
    def of(item: QueueItem) -> "QueueItemOut":
        return QueueItemOut(
            id=item.id,
            kind=item.kind,
            severity=item.severity.name.lower(),  # type: ignore[arg-type]
            reason=item.reason,
            language=item.language,
            site=item.site,
            since=item.since,
            mine=item.is_mine,
            reports=item.reports,
            due_at=item.due_at,
            assignee=ColleagueOut.of(item.work.assignee),
            labels=list(item.work.labels),
            asks=item.asks,
        )


class KindCount(Output):
    kind: str
    waiting: int


class NewPhotosOut(Output):
    """What happens to new photos of a site: they are shown at once, wait for a person, or go by the image classifier.

    `model` is the SHA-256 of the classifier that looks at them; where they all wait, its answers are shown to staff.
    """

    site: str
    handling: Literal["shown", "wait", "classified"]
    model: str | None


class QueueAnswer(Output):
    """The first cases, the most severe first, then the oldest; `kinds` counts all that wait, whatever the filters."""

    cases: list[QueueItemOut]
    kinds: list[KindCount]
    assigned_to_me: int = 0
    sites: list[str] = Field(description="The sites this desk looks after")
    new_photos: list[NewPhotosOut] = Field(description="What happens to new photos, by site")


class CaseIn(Input):
    case_id: UUID


class CaseWorkIn(Input):
    """Who works on an open case, its labels, and a note for the next one. A colleague gets it at once."""

    id: ClientId
    case_id: UUID
    assignee_id: UUID | None
    labels: list[Label] = Field(max_length=MOST_LABELS)
    note: StatedFacts | None = None
    about_id: UUID | None = Field(None, description="The member that a notice is about, where it names none")


class CaseWorkAnswer(Output):
    open: bool = Field(description="Whether the case is still open at this desk")


class ContextOut(Output):
    joined_at: datetime
    language: str
    warnings: int = Field(description="Those that still count")
    warnings_expired: int = 0
    sanctions: int
    rejected_photos: int
    reports_about: int
    reports_by: int
    unmatched_for_cause: int = Field(0, description="Members who ended the contact for a serious reason, of a year")

    @staticmethod
    def of(context: MemberContext) -> "ContextOut":
        return ContextOut(**{name: getattr(context, name) for name in ContextOut.model_fields})


class DeskMessageOut(Output):
    """A message of the desk; with `complaint_id`, a question to the reporter of this report."""

    id: UUID
    complaint_id: UUID | None
    author_name: str | None = Field(description="Null for a departed colleague")
    text: str
    sent_at: datetime
    answer: str | None
    answered_at: datetime | None

    @staticmethod
    def of(message: DeskMessage) -> "DeskMessageOut":
        return DeskMessageOut(
            id=message.id,
            complaint_id=message.complaint_id,
            author_name=message.author_name,
            text=message.text,
            sent_at=stored_time(message.sent_at),
            answer=message.answer,
            answered_at=message.answered_at,
        )


class FraudSignOut(Output):
    sign: Sign
    points: int


class FraudScoreOut(Output):
    """It sorts cases within a severity and decides nothing."""

    points: int = Field(description="From 0 to 100")
    signs: list[FraudSignOut]

    @staticmethod
    def of(score: FraudScore) -> "FraudScoreOut":
        signs = [FraudSignOut(sign=each, points=WEIGHTS[each]) for each in score.signs]
        return FraudScoreOut(points=score.points, signs=signs)


class CaseFileOut(Output):
    """A complaint or a photo, whichever it is; the other is null."""

    id: UUID
    member_id: UUID | None
    complaint: DeskComplaintOut | None = Field(description="The most severe of `reports`, of those the oldest")
    reports: list[DeskComplaintOut] = Field(
        description="Open reports about one member, or one other complaint; the decision closes these and no later one"
    )
    photo: WaitingPhotoOut | None
    person: CasePersonOut | None = Field(description="Null where `context` is; the look at them is recorded")
    context: ContextOut | None = Field(description="Null for a complaint about nobody, or about an erased member")
    appealed: DeskDecisionOut | None = Field(None, description="The decision that an appeal is about")
    reported: DeskComplaintOut | None = Field(None, description="The report that the appealed decision was about")
    reported_with: list[DeskComplaintOut] = Field([], description="The reports that it closed together with that one")
    text_held: bool = Field(False, description="A measure keeps the text of the profile hidden until it is changed")
    notes: list[CaseNoteOut] = Field([], description="On the case and on its member, the newest first")
    messages: list[DeskMessageOut] = Field([], description="Of the case and to its member, the newest first")


class FaceCheckOut(Output):
    """What a model said about the pictures, with the member's consent: the likeness of the faces (a cosine), the lower
    score of the poses, and that of no picture being one of a picture. After a `failure` the scores may be missing."""

    model: str
    same: float | None
    pose: float | None
    live: float | None
    failure: str | None


class VerificationOut(Output):
    """Sealed pictures of a live gesture, which `staff-verification.php` opens, and the photos to compare them with."""

    id: UUID
    poses: list[Pose]
    pictures: int = Field(description="How many there are still: 0 once they are erased")
    submitted_at: datetime
    photos: list[OwnPhotoOut] = Field(description="Of the profile at the submission, without those deleted since")
    asked: bool = Field(description="The desk asked for it after a report")
    check: FaceCheckOut | None = Field(
        None, description="Null where no model looked, and in the sample, which a person decides without its scores"
    )
    by_model: bool = Field(False, description="The model verified the member")


class OpenCaseOut(CaseFileOut):
    lease_until: datetime
    verification: VerificationOut | None = Field(None, description="Of a case or an appeal about a verification")
    alike: list[UUID] = Field(description="Cases with the same picture or the same text")
    assignee: ColleagueOut | None = Field(None, description="The colleague it is assigned to")
    labels: list[str] = Field([], description="Short words of the desk")
    fraud: FraudScoreOut | None = Field(None, description="Null until it is computed, and for a photo")


class DecideCases(Input):
    """`also` are cases out of `alike` that get the same decision. A photo that is not approved has `photo_reason`; a
    complaint has `reason` and `ground`. Every measure but an approval, a rejection and a dismissal states `template`,
    `facts` or both."""

    id: ClientId
    case_id: UUID
    also: list[UUID] = Field([], max_length=MOST_TOGETHER)
    measure: Literal[
        "approve",
        "reject",
        "dismiss",
        "dismiss_abuse",
        "warn",
        "hide",
        "suspend",
        "lift",
        "verify",
        "refuse_verification",
    ]
    photo_reason: RejectReason | None = None
    verification_reason: RefusalReason | None = None
    photos: list[UUID] | None = Field(None, max_length=200, description="With `verify`: those that show the person")
    reason: Reason | None = None
    ground: Ground | None = None
    template: Template | None = None
    facts: StatedFacts | None = None
    days: Days | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        is_approval = self.measure in {"approve", "verify"}
        is_refusal = self.measure == "refuse_verification"
        reasons = [one for one in (self.photo_reason, self.reason, self.verification_reason) if one]
        if self.measure == "reject" and self.photo_reason is None:
            raise ValueError("a rejection has a reason")
        if len(reasons) != (0 if is_approval else 1):
            raise ValueError("one reason, of photos, complaints or verifications; none of an approval")
        if is_refusal is (self.verification_reason is None):
            raise ValueError("a refused verification has a reason of its own")
        states_nothing = self.template is None and self.facts is None
        if states_nothing and self.measure not in STATES_NOTHING:
            raise ValueError("a template or facts")
        return self

    def verdict(self) -> Verdict:
        reason = self.photo_reason or self.reason or self.verification_reason
        return Verdict(self.measure, reason, self.ground, self.template, self.facts, self.days, self.photos)


class DecisionTaken(Output):
    due_at: datetime = Field(description="When it takes effect; until then it can be undone")


class UndoDecision(Input):
    """`id` is that of the decision."""

    id: UUID


class UndoneAnswer(Output):
    cases: list[UUID]
