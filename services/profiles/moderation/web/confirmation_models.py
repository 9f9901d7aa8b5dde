"""Decisions that wait for a second person, over HTTP."""

from collections.abc import Collection
from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import Field, model_validator
from shared.kit.core import ClientId
from shared.kit.http import Input, Output

from profiles.media_links import MediaLinks
from profiles.moderation.domain.confirmations import WaitingConfirmation
from profiles.moderation.domain.moderation import Desk, Ground, Measure
from profiles.moderation.domain.templates import Template
from profiles.moderation.web.complaint_models import StatedFacts


class WaitingDecisionOut(Output):
    decision_id: UUID
    member_id: UUID
    member_name: str
    measure: Measure
    reason: str | None
    ground: Ground | None
    facts: str | None
    template: Template | None = None
    decided_at: datetime
    decided_by: str | None = Field(description="The name of the colleague; null when their account is gone")
    expires_at: datetime = Field(description="When it lapses unless it is confirmed")
    final_until: datetime | None = Field(description="The end of a suspension once it is confirmed; null for good")
    large_src: str | None = Field(description="The picture in quarantine, where the decision is about one")
    reports: list[UUID] = Field([], description="What it decided; staff-member.php has them, opened with `decision_id`")
    can_confirm: bool = Field(description="Whether the caller can be the second person")

    @staticmethod
    def of(
        waiting: WaitingConfirmation, desk: Desk, opponents: Collection[UUID], links: MediaLinks, at: datetime
    ) -> "WaitingDecisionOut":
        """`opponents` are the members with an open complaint by or about the person at the desk."""
        asked, decision, photo = waiting.confirmation, waiting.decision, waiting.photo
        assert decision.decided_at is not None  # noqa: S101 - rows of the database have it
        return WaitingDecisionOut(
            decision_id=asked.decision_id,
            member_id=asked.member_id,
            member_name=waiting.member_name,
            measure=decision.measure,
            reason=decision.reason,
            ground=decision.ground,
            facts=decision.facts,
            template=Template(decision.template) if decision.template else None,
            decided_at=decision.decided_at,
            decided_by=waiting.proposer_name,
            expires_at=waiting.expires_at,
            final_until=asked.wanted_until,
            large_src=links.image(photo, desk.actor_id, at).large_src if photo else None,
            reports=list(waiting.reports),
            can_confirm=desk.own_ids.isdisjoint(waiting.involved_ids) and asked.member_id not in opponents,
        )


class WaitingDecisionsAnswer(Output):
    decisions: list[WaitingDecisionOut]


class ConfirmDecision(Input):
    """`facts` are the reason of a refusal; the member reads them when a suspension is lifted."""

    id: ClientId
    decision_id: UUID
    confirmed: bool
    facts: StatedFacts | None = None

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if self.confirmed is (self.facts is not None):
            raise ValueError("a reason is stated exactly when it is not confirmed")
        return self
