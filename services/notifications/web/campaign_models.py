"""Models of campaign mails at the marketing desk."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from math import isfinite
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator
from shared.kit.core import CalendarTime, ClientId
from shared.kit.http import Input, Output
from shared.languages import Locale
from shared.statistics.evidence import Conclusion

from notifications.domain.campaign import (
    LEAST_HOLDOUT,
    MOST_HOLDOUT,
    USUAL_HOLDOUT,
    Arm,
    Audience,
    Campaign,
    CampaignPlan,
    CampaignState,
)
from notifications.domain.campaign_document import MOST_SUBJECTS, CampaignDocument
from notifications.domain.campaign_result import CampaignResult, MessageResult, SeriesProgress
from notifications.domain.preferences import NotificationKind
from notifications.domain.series import MOST_MESSAGES, Ending, Series
from notifications.domain.subject_result import SubjectResult

Kind = Literal["promotions", "news"]
Holdout = Annotated[
    int, Field(ge=LEAST_HOLDOUT, le=MOST_HOLDOUT, description="Percent of the members without the mail")
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^\S(.*\S)?$")]


class Targeted(Input):
    """`segment_id` comes with the audience `segment`, and with no other one."""

    kind: Kind
    audience: Audience
    segment_id: UUID | None = None
    holdout: Holdout = USUAL_HOLDOUT

    @model_validator(mode="after")
    def _names_segment(self) -> Self:
        if (self.segment_id is not None) is not (self.audience is Audience.SEGMENT):
            raise ValueError("a segment comes with the audience `segment`")
        return self


class Plan(Targeted):
    name: Name
    document: CampaignDocument
    series: Series | None = Field(None, description="Null for one message to everyone at once")

    def plan(self) -> CampaignPlan:
        kind = NotificationKind(self.kind)
        return CampaignPlan(self.name, kind, self.audience, self.document, self.segment_id, self.holdout, self.series)


class MakeCampaign(Plan):
    id: ClientId


class EditCampaign(Plan):
    id: UUID
    version: int = Field(ge=1, strict=True)


class CampaignQuery(Input):
    id: UUID


Message = Annotated[int, Field(ge=0, lt=MOST_MESSAGES, description="The number of a message, from 0 on")]


Subject = Annotated[int, Field(ge=0, lt=MOST_SUBJECTS, description="The number of a subject of the message, from 0 on")]


class PreviewQuery(CampaignQuery):
    locale: Locale
    message: Message = 0
    subject: Subject = 0
    scheme: Literal["light", "dark"] = "light"


class MailTest(Input):
    id: UUID
    locale: Locale
    message: Message = 0
    subject: Subject = 0


class SetCampaignState(Input):
    """`scheduled` sends from `at` on, or now; `draft` takes that back; `stopped` ends the sending.

    `closed` lets nobody enter a series any more; members in it get the rest of its messages.
    """

    id: UUID
    state: Literal["draft", "scheduled", "closed", "stopped"]
    at: CalendarTime | None = None


class AudienceQuery(Targeted):
    subjects: int = Field(1, ge=1, le=MOST_SUBJECTS, description="The number of subjects that are compared")


class AudienceAnswer(Output):
    """Members the campaign would be drawn from now, holdout included. `has_more`: counting stopped at its limit."""

    members: int | None = Field(description="Of a segment rounded to tens; null for one with fewer than about 50")
    has_more: bool
    needed: int = Field(description="Members without whom not even a mail that doubles its goal shows an effect")
    needed_for_subjects: int | None = Field(
        description="Sample size to detect a subject with a fifth more returns; null for one subject"
    )


class EmailsOut(Output):
    queued: int
    sent: int
    suppressed: int
    failed: int


class CampaignOut(Output):
    id: UUID
    version: int
    state: CampaignState
    name: str
    kind: Kind
    audience: Audience
    segment_id: UUID | None
    holdout: int
    document: CampaignDocument
    series: Series | None
    closed_at: datetime | None
    created_at: datetime
    planned_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None

    @classmethod
    def of(cls, campaign: Campaign) -> Self:
        plan = campaign.plan
        return cls(
            id=campaign.id,
            version=campaign.version,
            state=campaign.state,
            name=plan.name,
            kind="promotions" if plan.kind is NotificationKind.PROMOTIONS else "news",
            audience=plan.audience,
            segment_id=plan.segment_id,
            holdout=plan.holdout,
            document=plan.document,
            series=plan.series,
            closed_at=campaign.closed_at,
            created_at=campaign.created_at,
            planned_at=campaign.planned_at,
            started_at=campaign.started_at,
            finished_at=campaign.finished_at,
        )


class CampaignsAnswer(Output):
    campaigns: list[CampaignOut]
    locales: list[Locale] = Field(
        description="The languages of the site; each needs a text, or the campaign a fallback"
    )


class ResultOut(Output):
    """Members with the mail and members of the holdout, and how many of each reached the goal within 14 days."""

    goal: Literal["purchase", "return"]
    measured_until: datetime
    mailed: int
    mailed_reached: int
    held_back: int
    held_back_reached: int
    conclusion: Conclusion
    better: Arm | None
    low: float | None
    high: float | None
    effect_low: float | None = Field(description="The least that the mail brought, as a part of the holdout's rate")
    effect_high: float | None
    is_too_small: bool = Field(description="The measurement is over, and too few reached the goal to say anything")

    @classmethod
    def of(cls, result: CampaignResult, shown: Callable[[int], int]) -> Self:
        return cls(
            goal=result.goal,
            measured_until=result.measured_until,
            mailed=shown(result.drawn[0]),
            mailed_reached=shown(result.reached[0]),
            held_back=shown(result.drawn[1]),
            held_back_reached=shown(result.reached[1]),
            conclusion=result.conclusion,
            better=result.better,
            low=result.low,
            high=result.high,
            effect_low=result.effect_low,
            effect_high=result.effect_high,
            is_too_small=result.is_too_small,
        )


class MessageOut(Output):
    """A message of a series. `emails` are those of about the last month."""

    day: int
    members: int
    reached: int = Field(description="Members who reached the goal after this message and before the next")
    emails: EmailsOut

    @classmethod
    def of(cls, message: MessageResult, shown: Callable[[int], int]) -> Self:
        return cls(
            day=message.day,
            members=shown(message.members),
            reached=shown(message.reached),
            emails=EmailsOut(**{state: shown(message.emails.get(state, 0)) for state in EmailsOut.model_fields}),
        )


class EndingOut(Output):
    reason: Ending
    members: int


class SeriesOut(Output):
    inside: int = Field(description="Members who wait for their next message")
    endings: list[EndingOut]
    messages: list[MessageOut]

    @classmethod
    def of(cls, progress: SeriesProgress, shown: Callable[[int], int]) -> Self:
        return cls(
            inside=shown(progress.inside),
            endings=[
                EndingOut(reason=each, members=shown(progress.endings[each]))
                for each in Ending
                if each in progress.endings
            ],
            messages=[MessageOut.of(message, shown) for message in progress.messages],
        )


class SubjectOut(Output):
    """Messages with this subject, and how many of their members returned, unsubscribed or complained in a week."""

    queued: int
    delivered: int
    returned: int
    unsubscribed: int
    complained: int


class MessageSubjectsOut(Output):
    """What followed a message, by its subjects. Only with several of them there is a finding."""

    day: int
    message: int
    subjects: list[SubjectOut]
    conclusion: Conclusion | None
    best: int | None = Field(description="The number of the subject that brings most back")
    other: int | None
    low: float | None
    high: float | None
    is_too_small: bool

    @classmethod
    def of(cls, result: SubjectResult, day: int, shown: Callable[[int], int]) -> Self:
        finding = result.finding
        high = finding.high if finding else None
        return cls(
            day=day,
            message=result.message,
            subjects=[
                SubjectOut(**{name: shown(count) for name, count in asdict(each).items()}) for each in result.subjects
            ],
            conclusion=finding.conclusion if finding else None,
            best=finding.best if finding else None,
            other=finding.other if finding else None,
            low=finding.low if finding else None,
            high=high if high is not None and isfinite(high) else None,
            is_too_small=result.is_too_small,
        )


class CampaignAnswer(Output):
    campaign: CampaignOut
    emails: EmailsOut
    result: ResultOut | None
    progress: SeriesOut | None = Field(description="Of a series alone")
    messages: list[MessageSubjectsOut]
