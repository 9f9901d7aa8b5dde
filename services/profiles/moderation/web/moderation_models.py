"""Photos, complaints and members over HTTP, as the desk sees them."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from shared.kit.core import ClientId, age_on
from shared.kit.http import Input, Output
from shared.sites import GiftName

from profiles.domain.card import Card, Photo
from profiles.domain.photo import PhotoStatus, RejectReason
from profiles.media_links import MediaLinks
from profiles.moderation.domain.case_work import CaseNote
from profiles.moderation.domain.moderation import (
    AboutState,
    Complaint,
    Decision,
    Ground,
    Kind,
    Measure,
    Outcome,
    Reason,
    Statement,
    WaitingPhoto,
)
from profiles.moderation.domain.reports import ReporterRecord
from profiles.moderation.domain.rules import RuleMatch
from profiles.moderation.storage.duplicates import DuplicatePhoto
from profiles.moderation.web.complaint_models import (
    OwnComplaintOut,
    OwnDecisionOut,
    StatedFacts,
    StatedReason,
    complaint_fields,
)
from profiles.web.photo_models import OwnPhotoOut

Days = Annotated[int, Field(ge=1, le=3650)]


class PhotoCheckOut(Output):
    """The image classifier's answer: the label that its rule is about with the score, or why it has none."""

    label: str | None
    score: float | None
    failure: str | None


class WaitingPhotoOut(Output):
    id: UUID
    member_id: UUID
    name: str
    age: int
    large_src: str
    thumbhash: str
    added_at: datetime
    fictional: bool = Field(False, description="A fictional profile, which is marked wherever it is shown")
    check: PhotoCheckOut | None = Field(None, description="Null where no image classifier looked")

    @staticmethod
    def of(photo: WaitingPhoto, viewer_id: UUID, links: MediaLinks, at: datetime) -> "WaitingPhotoOut":
        return WaitingPhotoOut(
            id=photo.id,
            member_id=photo.member_id,
            name=photo.name,
            age=age_on(at.date(), photo.birth_date),
            large_src=links.image(Photo(photo.id, photo.thumbhash), viewer_id, at).large_src,
            thumbhash=photo.thumbhash,
            added_at=photo.added_at,
            fictional=photo.is_fictional,
            check=PhotoCheckOut(label=photo.label, score=photo.score, failure=photo.failure)
            if photo.label or photo.failure
            else None,
        )


class WaitingPhotosAnswer(Output):
    photos: list[WaitingPhotoOut]
    waiting: int


class Inspect(Input):
    """Without a reason the photo is approved. `seen` is its status when it was looked at."""

    id: ClientId
    photo_id: UUID
    seen: PhotoStatus
    reason: RejectReason | None = None


class _Stated(Input):
    id: ClientId
    reason: Reason
    ground: Ground
    facts: StatedFacts
    days: Days | None = None


class TakeMeasure(_Stated):
    member_id: UUID
    measure: Literal["warn", "hide", "suspend", "lift"]


class DecideComplaint(_Stated):
    complaint_id: UUID
    measure: Literal["dismiss", "dismiss_abuse", "warn", "hide", "suspend", "lift"]


class BlockPicture(Input):
    """`message_id` is a photo among the complaint's evidence."""

    id: ClientId
    complaint_id: UUID
    message_id: UUID
    measure: Literal["block_picture", "unblock_picture"]
    reason: Reason
    ground: Ground
    facts: StatedFacts


def statement_of(body: TakeMeasure | DecideComplaint) -> Statement:
    return Statement(Measure(body.measure), body.reason, body.ground, body.facts, body.days)


class EvidencePartOut(Output):
    """The reporter's photo or answer that a like with words was for. A photo deleted since has no picture."""

    photo_src: str | None
    question: str | None
    answer: str | None


class EvidenceOut(Output):
    """A message as it was when it was shown. A photo or recording is fetched from chat, by the message's id."""

    id: str
    sender_id: str
    kind: Literal["text", "gift", "photo", "voice", "opener", "call", "staff"] = "text"
    text: str
    gift: GiftName | None = Field(None, description="Which one, where the message was a gift")
    icebreaker: str | None = Field(None, description="The opening line it was made of, where it was one")
    sent_at: str
    retracted_at: str | None = Field(None, description="When its sender took it back, where they did")
    around: bool = Field(False, description="Not shown by the reporter, but near a message that was")
    blocked: bool = Field(False, description="Uploads of this photo are refused")
    part: EvidencePartOut | None = Field(None, description="Of words that came with a like")


class DuplicateOut(Output):
    """One of the members with the same picture. Without `large_src` the photo was deleted since."""

    member_id: UUID
    name: str | None
    large_src: str | None
    joined_at: datetime | None = Field(None, description="The older account is seldom the copy")
    verified: bool = Field(False, description="By a live gesture, whichever photo it was compared with")

    @staticmethod
    def of(photo: DuplicatePhoto, viewer_id: UUID, links: MediaLinks, at: datetime) -> "DuplicateOut":
        image = links.image(Photo(photo.photo_id, photo.thumbhash), viewer_id, at) if photo.thumbhash else None
        return DuplicateOut(
            member_id=photo.member_id,
            name=photo.name,
            large_src=image.large_src if image else None,
            joined_at=photo.joined_at,
            verified=photo.is_verified,
        )


class RuleMatchOut(Output):
    name: str
    found: list[str] = Field(description="Words of the rule, or the part of the text that its pattern found")

    @staticmethod
    def of(match: RuleMatch) -> "RuleMatchOut":
        return RuleMatchOut(name=match.name, found=list(match.found))


class DeskComplaintOut(OwnComplaintOut):
    reporter_id: UUID | None
    reporter_name: str | None = Field(None, description="Null for a visitor, a rule, and a departed member")
    reporter_decided: int = Field(0, description="Reports of this reporter that were decided within a year")
    reporter_upheld: int = Field(0, description="Those of them that led to a measure")
    about_id: UUID | None
    about_state: AboutState | None = Field(description="As it is now; nothing can be done to the erased")
    text: str
    language: str = Field("", description="In which the reporter used the product")
    evidence: list[EvidenceOut]
    decision_id: UUID | None
    profile_text: str | None = Field(None, description="The text that a case of the kind `text` is about, as it is now")
    duplicates: list[DuplicateOut] = Field([], description="The members of a case of the kind `duplicate`")
    rules: list[RuleMatchOut] = Field([], description="Rules of the desk that it matched")
    urgent: bool = Field(description="Says that someone is under age: comes first")

    @staticmethod
    def of(
        complaint: Complaint,
        blocked: Collection[UUID],
        part_of: Callable[[dict[str, str]], EvidencePartOut | None],
        profile_text: str | None = None,
        duplicates: Sequence[DuplicateOut] = (),
        rules: Sequence[RuleMatch] = (),
        record: ReporterRecord | None = None,
    ) -> "DeskComplaintOut":
        return DeskComplaintOut(
            **complaint_fields(complaint, complaint.about_name),
            reporter_id=complaint.reporter_id,
            reporter_name=complaint.reporter_name,
            reporter_decided=record.decided if record else 0,
            reporter_upheld=record.upheld if record else 0,
            about_id=complaint.about_id,
            about_state=complaint.about_state,
            text=complaint.text,
            language=complaint.locale,
            evidence=[
                EvidenceOut(**each | {"part": part_of(each.get("part", {}))}, blocked=UUID(each["id"]) in blocked)
                for each in complaint.evidence
            ],
            decision_id=complaint.decision_id,
            profile_text=profile_text,
            duplicates=list(duplicates),
            rules=[RuleMatchOut.of(each) for each in rules],
            urgent=complaint.is_urgent,
        )


class DeskComplaintsAnswer(Output):
    complaints: list[DeskComplaintOut]


class MemberQuery(Input):
    id: UUID


class OpenMember(Input):
    """Why staff look at a member: a complaint, decision or photo (`case_id`), or `reason` in words. It is recorded."""

    id: ClientId
    member_id: UUID
    case_id: UUID | None = None
    reason: StatedReason | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if (self.case_id is None) is (self.reason is None):
            raise ValueError("either a case or a reason")
        return self


class AccessAnswer(Output):
    open_until: datetime | None  # null when a case or reason is to be stated first


class DeskDecisionOut(OwnDecisionOut):
    actor_id: UUID | None
    photo_id: UUID | None


class FoundMemberOut(Output):
    id: UUID
    name: str
    age: int
    town: str | None
    country: str
    fictional: bool = Field(description="No real person: marked wherever it is shown")

    @staticmethod
    def of(card: Card) -> "FoundMemberOut":
        return FoundMemberOut(
            id=card.id,
            name=card.name,
            age=card.age,
            town=card.town,
            country=card.country,
            fictional=card.fictional,
        )


class PersonOut(FoundMemberOut):
    """A member as the desk sees them: profile, photos of every status, and decisions, the newest first."""

    gender: str
    joined_at: datetime
    about: str | None
    state: Literal["active", "paused", "deleted"] = Field(description="`paused` by the member, who takes a break")
    sanction: str | None
    sanction_until: datetime | None
    photos: list[OwnPhotoOut]
    decisions: list[DeskDecisionOut]


class CaseNoteOut(Output):
    """An internal note. The member can read it in the export of their data, without its author."""

    id: UUID
    author_name: str | None
    text: str
    written_at: datetime

    @staticmethod
    def of(note: CaseNote) -> "CaseNoteOut":
        assert note.written_at is not None  # noqa: S101 - set by the database
        return CaseNoteOut(id=note.id, author_name=note.author_name, text=note.text, written_at=note.written_at)


class NoteIn(Input):
    """A note on a member that the caller has opened."""

    id: ClientId
    member_id: UUID
    text: StatedFacts


class DeskMemberOut(PersonOut):
    complaints: list[DeskComplaintOut]
    notes: list[CaseNoteOut] = Field([], description="The newest first")


class OtherComplaintOut(Output):
    id: UUID
    number: int
    kind: Kind
    reason: str
    made_at: datetime
    outcome: Outcome | None = Field(description="Null while it is open")

    @staticmethod
    def of(complaint: Complaint) -> "OtherComplaintOut":
        fields = complaint_fields(complaint, None)
        return OtherComplaintOut(**{name: fields[name] for name in OtherComplaintOut.model_fields})


class CasePersonOut(PersonOut):
    others: list[OtherComplaintOut] = Field(description="Complaints about them that are not in this case, newest first")


class DeskMemberAnswer(Output):
    member: DeskMemberOut


def desk_decision(decision: Decision, at: datetime) -> DeskDecisionOut:
    own = OwnDecisionOut.of(decision, at).model_dump()
    return DeskDecisionOut(**own, actor_id=decision.actor_id, photo_id=decision.photo_id)
