from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import wake_job
from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.campaign import (
    CAPPED_FOR,
    MOST_EMAILS,
    Arm,
    Audience,
    Campaign,
    CampaignPlan,
    CampaignState,
    arm_of,
)
from notifications.domain.campaign_document import STORED, CampaignDocument
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SegmentConditions
from notifications.storage.campaign_tables import CampaignMemberRow, CampaignRow
from notifications.storage.tables import EmailRow, PreferenceRow

ENDING = (CampaignState.SENT, CampaignState.STOPPED)


class CampaignRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, campaign_id: UUID, site: str, plan: CampaignPlan) -> bool:
        """False if there is a campaign with this id."""
        added = insert(CampaignRow).values(id=campaign_id, site=site, **_columns(plan)).on_conflict_do_nothing()
        return self._session.execute(added.returning(CampaignRow.id)).first() is not None

    def of_site(self, site: str, most: int) -> list[Campaign]:
        """The newest campaigns of the site."""
        rows = select(CampaignRow).where(CampaignRow.site == site).order_by(CampaignRow.created_at.desc()).limit(most)
        return [_campaign(row) for row in self._session.scalars(rows)]

    def find(self, site: str, campaign_id: UUID) -> Campaign | None:
        row = self._session.scalar(select(CampaignRow).where(CampaignRow.id == campaign_id, CampaignRow.site == site))
        return _campaign(row) if row else None

    def lock(self, site: str, campaign_id: UUID) -> Campaign | None:
        """The campaign, locked until the end of the transaction."""
        locked = select(CampaignRow).where(CampaignRow.id == campaign_id, CampaignRow.site == site).with_for_update()
        row = self._session.scalars(locked.execution_options(populate_existing=True)).one_or_none()
        return _campaign(row) if row else None

    def of_ids(self, campaign_ids: Collection[UUID]) -> dict[UUID, Campaign]:
        rows = self._session.scalars(select(CampaignRow).where(CampaignRow.id.in_(campaign_ids)))
        return {row.id: _campaign(row) for row in rows}

    def change(self, campaign_id: UUID, plan: CampaignPlan) -> None:
        self._set(campaign_id, **_columns(plan), version=CampaignRow.version + 1)

    def freeze_segment(self, campaign_id: UUID, conditions: SegmentConditions | None) -> None:
        """Keep the conditions that the campaign is drawn by."""
        self._set(campaign_id, segment=None if conditions is None else conditions.model_dump(exclude_defaults=True))

    def set_state(self, campaign_id: UUID, state: CampaignState, *, planned_at: datetime | None = None) -> None:
        times: dict[str, Any] = {"planned_at": planned_at} if state is not CampaignState.STOPPED else {}
        if state in ENDING:
            times["finished_at"] = func.now()
        self._set(campaign_id, state=state, version=CampaignRow.version + 1, **times)
        wake_job(self._session, "draw_campaigns")

    def next_due(self) -> Campaign | None:
        """The campaign to draw the next batch of: the one planned first."""
        due = CampaignRow.state.in_((CampaignState.SCHEDULED, CampaignState.SENDING))
        rows = select(CampaignRow).where(due, CampaignRow.planned_at <= func.now())
        row = self._session.scalar(rows.order_by(CampaignRow.planned_at, CampaignRow.id).limit(1))
        return _campaign(row) if row else None

    def wanting(self, kind: NotificationKind, after: UUID | None, most: int) -> list[UUID]:
        """Members who have turned this kind on, on any site, in the order of their ids."""
        found = select(PreferenceRow.member_id).where(PreferenceRow.kind == kind, PreferenceRow.email)
        if after is not None:
            found = found.where(PreferenceRow.member_id > after)
        return list(self._session.scalars(found.order_by(PreferenceRow.member_id).limit(most)))

    def capped(self, member_ids: Collection[UUID]) -> set[UUID]:
        """Those of these members who got as many campaign emails as they may in these days.

        Campaigns are drawn one after the other, each from the commit of the one before on, so none is missed here.
        """
        got = (
            select(CampaignMemberRow.member_id)
            .where(CampaignMemberRow.member_id.in_(member_ids), CampaignMemberRow.email_id.is_not(None))
            .where(CampaignMemberRow.drawn_at > func.now() - CAPPED_FOR)
            .group_by(CampaignMemberRow.member_id)
            .having(func.count() >= MOST_EMAILS)
        )
        return set(self._session.scalars(got))

    def queued(self) -> int:
        """Campaign emails that are in the queue."""
        waiting = select(func.count()).where(
            EmailRow.state == "queued", EmailRow.template.in_(CAMPAIGN_TEMPLATES.values())
        )
        return self._session.scalar(waiting) or 0

    def draw(self, campaign: Campaign, member_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """Insert these members with their arms. Returns the email of each new one of the arm that gets the mail."""
        if not member_ids:
            return {}
        rows = [_drawn(campaign, member_id) for member_id in member_ids]
        new = insert(CampaignMemberRow).values(rows).on_conflict_do_nothing()
        drawn = self._session.execute(new.returning(CampaignMemberRow.member_id, CampaignMemberRow.email_id))
        return {row.member_id: row.email_id for row in drawn if row.email_id is not None}

    def advance(self, campaign_id: UUID, drawn_through: UUID | None) -> None:
        """Record the last member of a batch, and the start of the sending."""
        started = {"state": CampaignState.SENDING, "started_at": func.coalesce(CampaignRow.started_at, func.now())}
        through = {} if drawn_through is None else {"drawn_through": drawn_through}
        self._set(campaign_id, **started, **through)

    def finish(self, campaign_id: UUID) -> None:
        """End the sending: every member has been drawn."""
        self._set(campaign_id, state=CampaignState.SENT, finished_at=func.now(), drawn_through=None)

    def cancel_emails(self, campaign_id: UUID) -> None:
        """Cancel the campaign's emails that are not being sent."""
        emails = select(CampaignMemberRow.email_id).where(CampaignMemberRow.campaign_id == campaign_id)
        self._session.execute(
            update(EmailRow)
            .where(EmailRow.id.in_(emails), EmailRow.state == "queued")
            .values(state="suppressed", reason="stopped", finished_at=func.now(), params={}, claimed_until=None)
        )

    def emails_by_state(self, campaign_id: UUID) -> Mapping[str, int]:
        """How many of the campaign's emails are queued, sent, suppressed and failed."""
        counts = (
            select(EmailRow.state, func.count().label("emails"))
            .join(CampaignMemberRow, CampaignMemberRow.email_id == EmailRow.id)
            .where(CampaignMemberRow.campaign_id == campaign_id)
            .group_by(EmailRow.state)
        )
        return {row.state: row.emails for row in self._session.execute(counts)}

    def _set(self, campaign_id: UUID, **values: Any) -> None:
        self._session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(**values))


def _drawn(campaign: Campaign, member_id: UUID) -> dict[str, Any]:
    arm = arm_of(campaign.holdout_key, member_id, campaign.plan.holdout)
    email_id = new_id() if arm is Arm.MAIL else None
    return {"campaign_id": campaign.id, "member_id": member_id, "arm": arm, "email_id": email_id}


def _columns(plan: CampaignPlan) -> dict[str, Any]:
    document = plan.document.model_dump(mode="json", exclude_none=True)
    return {
        "name": plan.name,
        "kind": plan.kind,
        "audience": plan.audience,
        "segment_id": plan.segment_id,
        "holdout": plan.holdout,
        "document": document,
    }


def _campaign(row: CampaignRow) -> Campaign:
    document = CampaignDocument.model_validate(row.document, context=STORED)
    return Campaign(
        row.id,
        row.site,
        CampaignPlan(
            row.name, NotificationKind(row.kind), Audience(row.audience), document, row.segment_id, row.holdout
        ),
        CampaignState(row.state),
        row.version,
        row.created_at,
        row.planned_at,
        row.started_at,
        row.finished_at,
        row.drawn_through,
        row.holdout_key,
        None if row.segment is None else SegmentConditions.model_validate(row.segment),
    )
