"""Complaints and decisions over HTTP, as the members concerned see them."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Output
from shared.mail_address import has_long_local_part, normal_address

from profiles.moderation.domain.moderation import (
    AboutState,
    Complaint,
    Decision,
    Detection,
    Ground,
    Kind,
    Measure,
    Outcome,
    Reason,
)
from profiles.moderation.domain.stated_reason import checked_reason
from profiles.moderation.domain.templates import Template

Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]

# What staff state: the reason of a look, or the facts of a measure.
StatedReason = Annotated[str, StringConstraints(max_length=500), AfterValidator(checked_reason)]
StatedFacts = Annotated[str, StringConstraints(max_length=4000), AfterValidator(checked_reason)]


def _mail_address(text: str) -> str:
    address = normal_address(text)
    if has_long_local_part(address):
        raise ValueError("more than 64 octets before the @")
    return address


class ComplaintIn(Input):
    """`email` receives a visitor's receipt. `messages` are of the chat with `about_id`, or of `conversation_id`, which
    names its partner. `newest_messages` is for a reporter who can no longer open that chat."""

    id: ClientId
    kind: Literal["profile", "chat", "other"]
    about_id: UUID | None = None
    reason: Reason
    text: Words
    email: Annotated[str, Field(max_length=200), AfterValidator(_mail_address)] | None = None
    conversation_id: UUID | None = None
    messages: list[UUID] = Field([], max_length=20)
    newest_messages: bool = False

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if self.about_id and self.conversation_id:
            raise ValueError("a complaint is about a member or a conversation")
        if self.messages and self.newest_messages:
            raise ValueError("messages are named, or the newest")
        return self


class ComplaintReceipt(Output):
    number: int


class OwnComplaintOut(Output):
    id: UUID
    number: int
    kind: Kind
    about_name: str | None
    reason: str
    made_at: datetime
    outcome: Outcome | None


class OwnComplaintsAnswer(Output):
    complaints: list[OwnComplaintOut]


def own_complaint(complaint: Complaint) -> OwnComplaintOut:
    """Fields shown to the reporter. Members who have left have no name."""
    is_there = complaint.about_state is AboutState.ACTIVE
    return OwnComplaintOut(**complaint_fields(complaint, complaint.about_name if is_there else None))


def complaint_fields(complaint: Complaint, about_name: str | None) -> dict[str, Any]:
    return {
        "id": complaint.id,
        "number": complaint.number,
        "kind": complaint.kind,
        "about_name": about_name,
        "reason": complaint.reason,
        "made_at": stored_time(complaint.made_at),
        "outcome": complaint.outcome,
    }


class AppealAnswerOut(Output):
    template: Template | None
    facts: str | None


class OwnDecisionOut(Output):
    """`appeal` is `open`, or how it ended; null while there is none."""

    id: UUID
    measure: Measure
    reason: str | None
    ground: Ground | None
    facts: str | None
    template: Template | None = Field(None, description="A sentence of reasons, shown in the reader's language")
    detection: Detection | None = Field(description="How it was found; null where nothing is restricted")
    automated: bool
    until: datetime | None
    provisional: bool = Field(description="It ends at `until` unless a second person confirms it")
    decided_at: datetime
    appeal: Literal["open", "acted", "dismissed"] | None
    answer: AppealAnswerOut | None = Field(description="Reasons of the decision about the appeal")
    can_appeal: bool
    appeal_until: datetime | None

    @staticmethod
    def of(decision: Decision, at: datetime) -> "OwnDecisionOut":
        return OwnDecisionOut(
            id=decision.id,
            measure=decision.measure,
            reason=decision.reason,
            ground=decision.ground,
            facts=decision.facts,
            template=Template(decision.template) if decision.template else None,
            detection=decision.detection,
            automated=decision.automated,
            until=decision.until,
            provisional=decision.is_provisional,
            decided_at=stored_time(decision.decided_at),
            appeal=decision.appeal,  # type: ignore[arg-type]
            answer=AppealAnswerOut(**asdict(decision.answer)) if decision.answer else None,
            can_appeal=decision.can_be_appealed(at),
            appeal_until=decision.appeal_until,
        )


class OwnDecisionsAnswer(Output):
    decisions: list[OwnDecisionOut]


LinkToken = Annotated[str, StringConstraints(max_length=200)]


class StatementLink(Input):
    token: LinkToken


class StatementAnswer(Output):
    decision: OwnDecisionOut
    erased: bool = Field(description="The account is gone for good, so there is nothing to appeal for")


class AppealIn(Input):
    """`token` is of the link in the email. `decision_id` is for members who are logged in, and for links of 0.2.0."""

    id: ClientId
    token: LinkToken | None = None
    decision_id: UUID | None = None
    text: Words

    @model_validator(mode="after")
    def _names_one_decision(self) -> Self:
        if (self.token is None) is (self.decision_id is None):
            raise ValueError("either a link or a decision")
        return self


def stored_time(time: datetime | None) -> datetime:
    assert time is not None  # noqa: S101 - what was read from the database has it
    return time
