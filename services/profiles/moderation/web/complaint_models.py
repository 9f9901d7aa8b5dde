"""Complaints and decisions over HTTP, as the members concerned see them."""

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


class OwnDecisionOut(Output):
    """`appeal` is `open`, or how it ended; null while there is none."""

    id: UUID
    measure: Measure
    reason: str | None
    ground: Ground | None
    facts: str | None
    template: Template | None = Field(None, description="A sentence of reasons, shown in the reader's language")
    automated: bool
    until: datetime | None
    provisional: bool = Field(description="It ends at `until` unless a second person confirms it")
    decided_at: datetime
    appeal: Literal["open", "acted", "dismissed"] | None
    can_appeal: bool

    @staticmethod
    def of(decision: Decision, at: datetime) -> "OwnDecisionOut":
        return OwnDecisionOut(
            id=decision.id,
            measure=decision.measure,
            reason=decision.reason,
            ground=decision.ground,
            facts=decision.facts,
            template=Template(decision.template) if decision.template else None,
            automated=decision.automated,
            until=decision.until,
            provisional=decision.is_provisional,
            decided_at=stored_time(decision.decided_at),
            appeal=decision.appeal,  # type: ignore[arg-type]
            can_appeal=decision.can_be_appealed(at),
        )


class OwnDecisionsAnswer(Output):
    decisions: list[OwnDecisionOut]


class AppealIn(Input):
    id: ClientId
    decision_id: UUID
    text: Words


def stored_time(time: datetime | None) -> datetime:
    assert time is not None  # noqa: S101 - what was read from the database has it
    return time
