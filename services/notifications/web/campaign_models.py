"""Models of campaign mails at the marketing desk."""

from collections.abc import Callable
from datetime import datetime
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
from notifications.domain.campaign_document import CampaignDocument
from notifications.domain.campaign_result import CampaignResult
from notifications.domain.preferences import NotificationKind

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

    def plan(self) -> CampaignPlan:
        kind = NotificationKind(self.kind)
        return CampaignPlan(self.name, kind, self.audience, self.document, self.segment_id, self.holdout)


class MakeCampaign(Plan):
    id: ClientId


class EditCampaign(Plan):
    id: UUID
    version: int = Field(ge=1, strict=True)


class CampaignQuery(Input):
    id: UUID


class PreviewQuery(CampaignQuery):
    locale: Locale
    scheme: Literal["light", "dark"] = "light"


class MailTest(Input):
    id: UUID
    locale: Locale


class SetCampaignState(Input):
    """`scheduled` sends from `at` on, or now; `draft` takes that back; `stopped` ends the sending."""

    id: UUID
    state: Literal["draft", "scheduled", "stopped"]
    at: CalendarTime | None = None


class AudienceQuery(Targeted):
    pass


class AudienceAnswer(Output):
    """Members the campaign would be drawn from now, holdout included. `has_more`: counting stopped at its limit."""

    members: int | None = Field(description="Of a segment rounded down to tens; null for one with too few")
    has_more: bool
    needed: int = Field(description="Members without whom not even a mail that doubles its goal shows an effect")


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


class CampaignAnswer(Output):
    campaign: CampaignOut
    emails: EmailsOut
    result: ResultOut | None
