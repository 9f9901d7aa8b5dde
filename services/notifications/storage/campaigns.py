from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import wake_job
from sqlalchemy import exists, func, or_, select, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.campaign import (
    CAPPED_FOR,
    Arm,
    Audience,
    Campaign,
    CampaignPlan,
    CampaignState,
    arm_of,
    subject_of,
)
from notifications.domain.campaign_document import STORED, CampaignDocument
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.domain.preferences import NotificationKind
from notifications.domain.segment import SegmentConditions
from notifications.domain.series import Series
from notifications.storage.campaign_tables import CampaignMemberRow, CampaignMessageRow, CampaignRow
from notifications.storage.tables import EmailRow, PreferenceRow

# They are in a column of their own (migration 0015).
WITHOUT_OTHERS: Any = {"texts": {"__all__": {"others"}}}
ENDING = (CampaignState.SENT, CampaignState.STOPPED)
# A series looks for members who have come into its audience once in this time.
RUNS_EVERY = timedelta(hours=1)


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
        return [campaign_of(row) for row in self._session.scalars(rows)]

    def find(self, site: str, campaign_id: UUID) -> Campaign | None:
        row = self._session.scalar(select(CampaignRow).where(CampaignRow.id == campaign_id, CampaignRow.site == site))
        return campaign_of(row) if row else None

    def lock(self, site: str, campaign_id: UUID) -> Campaign | None:
        """The campaign, locked until the end of the transaction."""
        locked = select(CampaignRow).where(CampaignRow.id == campaign_id, CampaignRow.site == site).with_for_update()
        row = self._session.scalars(locked.execution_options(populate_existing=True)).one_or_none()
        return campaign_of(row) if row else None

    def of_ids(self, campaign_ids: Collection[UUID]) -> dict[UUID, Campaign]:
        rows = self._session.scalars(select(CampaignRow).where(CampaignRow.id.in_(campaign_ids)))
        return {row.id: campaign_of(row) for row in rows}

    def change(self, campaign_id: UUID, plan: CampaignPlan) -> None:
        self._set(campaign_id, **_columns(plan), version=CampaignRow.version + 1)

    def freeze_segment(self, campaign_id: UUID, conditions: SegmentConditions | None) -> None:
        """Keep the conditions that the campaign is drawn by."""
        self._set(campaign_id, segment=None if conditions is None else conditions.model_dump(exclude_defaults=True))

    def set_state(self, campaign: Campaign, state: CampaignState, *, planned_at: datetime | None = None) -> None:
        due = "next_run_at" if campaign.plan.series else "planned_at"
        times: dict[str, Any] = {due: planned_at} if state is not CampaignState.STOPPED else {"next_run_at": None}
        if state in ENDING:
            times["finished_at"] = func.now()
        self._set(campaign.id, state=state, version=CampaignRow.version + 1, **times)
        wake_job(self._session, "draw_campaigns")

    def close(self, campaign_id: UUID) -> None:
        """Let nobody enter the series any more."""
        closed = {"closed_at": func.now(), "next_run_at": None, "drawn_through": None}
        self._set(campaign_id, version=CampaignRow.version + 1, **closed)

    def hold_queue(self) -> None:
        """Let no other transaction queue campaign emails until the end of this one, which counts them.

        Before any campaign is locked, so that two workers do not wait for each other.
        """
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("campaign emails", 0))))

    def next_due(self) -> Campaign | None:
        """The campaign to draw the next batch of: the one due first."""
        due = CampaignRow.state.in_((CampaignState.SCHEDULED, CampaignState.SENDING))
        due_at = func.coalesce(CampaignRow.planned_at, CampaignRow.next_run_at)
        rows = select(CampaignRow).where(due, due_at <= func.now())
        row = self._session.scalar(rows.order_by(due_at, CampaignRow.id).limit(1))
        return campaign_of(row) if row else None

    def wanting(
        self, kind: NotificationKind, after: UUID | None, most: int, *, outside: UUID | None = None
    ) -> list[UUID]:
        """Members who have turned this kind on, on any site, in the order of their ids; not drawn for `outside` yet."""
        found = select(PreferenceRow.member_id).where(PreferenceRow.kind == kind, PreferenceRow.email)
        if outside is not None:
            is_drawn = exists().where(
                CampaignMemberRow.campaign_id == outside, CampaignMemberRow.member_id == PreferenceRow.member_id
            )
            found = found.where(~is_drawn)
        if after is not None:
            found = found.where(PreferenceRow.member_id > after)
        return list(self._session.scalars(found.order_by(PreferenceRow.member_id).limit(most)))

    def emails_lately(self, member_ids: Collection[UUID]) -> dict[UUID, int]:
        """Campaign emails of these days to each of these members: sent or in the queue, none that was withheld."""
        is_sent = (EmailRow.state == "sent") & (EmailRow.finished_at > func.now() - CAPPED_FOR)
        got = (
            select(EmailRow.member_id, func.count().label("emails"))
            .where(EmailRow.member_id.in_(member_ids), EmailRow.template.in_(CAMPAIGN_TEMPLATES.values()))
            .where(or_(EmailRow.state == "queued", is_sent))
            .group_by(EmailRow.member_id)
        )
        return {row.member_id: row.emails for row in self._session.execute(got)}

    def queued(self) -> int:
        """Campaign emails that are in the queue and due; others wait for the morning."""
        is_due = (EmailRow.state == "queued") & (EmailRow.next_try_at <= func.now())
        waiting = select(func.count()).where(is_due, EmailRow.template.in_(CAMPAIGN_TEMPLATES.values()))
        return self._session.scalar(waiting) or 0

    def draw(self, campaign: Campaign, member_ids: Sequence[UUID]) -> dict[UUID, UUID]:
        """Insert these members with their arms. Returns the email of each new one of the arm that gets the mail.

        In a series there is no email yet: the first message is due on its day.
        """
        if not member_ids:
            return {}
        rows = [_drawn(campaign, member_id) for member_id in member_ids]
        new = insert(CampaignMemberRow).values(rows).on_conflict_do_nothing()
        drawn = self._session.execute(new.returning(CampaignMemberRow.member_id, CampaignMemberRow.email_id))
        if campaign.plan.series:
            wake_job(self._session, "advance_series")
        emails = {row.member_id: row.email_id for row in drawn if row.email_id is not None}
        if emails:
            self._session.execute(insert(CampaignMessageRow), [_message(campaign, *each) for each in emails.items()])
        return emails

    def advance(self, campaign_id: UUID, drawn_through: UUID | None) -> None:
        """Record the last member of a batch, and the start of the sending."""
        started = {"state": CampaignState.SENDING, "started_at": func.coalesce(CampaignRow.started_at, func.now())}
        through = {} if drawn_through is None else {"drawn_through": drawn_through}
        self._set(campaign_id, **started, **through)

    def rest(self, campaign_id: UUID) -> None:
        """End a run of a series. The next one begins later."""
        self._set(campaign_id, drawn_through=None, next_run_at=func.now() + RUNS_EVERY)

    def finish(self, campaign_id: UUID) -> None:
        """End the sending: every member has been drawn."""
        self._set(campaign_id, state=CampaignState.SENT, finished_at=func.now(), drawn_through=None)

    def cancel_emails(self, campaign_id: UUID) -> None:
        """Cancel the campaign's emails that are not being sent."""
        self._session.execute(
            update(EmailRow)
            .where(EmailRow.id.in_(_emails_of(campaign_id)), EmailRow.state == "queued")
            .values(state="suppressed", reason="stopped", finished_at=func.now(), params={}, claimed_until=None)
        )

    def emails_by_state(self, campaign_id: UUID) -> Mapping[str, int]:
        """How many of the campaign's emails are queued, sent, suppressed and failed."""
        counts = (
            select(EmailRow.state, func.count().label("emails"))
            .where(EmailRow.id.in_(_emails_of(campaign_id)))
            .group_by(EmailRow.state)
        )
        return {row.state: row.emails for row in self._session.execute(counts)}

    def _set(self, campaign_id: UUID, **values: Any) -> None:
        self._session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(**values))


def _emails_of(campaign_id: UUID) -> Any:
    own = select(CampaignMemberRow.email_id).where(CampaignMemberRow.campaign_id == campaign_id)
    of_series = select(CampaignMessageRow.email_id).where(CampaignMessageRow.campaign_id == campaign_id)
    return union_all(own.where(CampaignMemberRow.email_id.is_not(None)), of_series)


def _drawn(campaign: Campaign, member_id: UUID) -> dict[str, Any]:
    arm = arm_of(campaign.holdout_key, member_id, campaign.plan.holdout)
    drawn: dict[str, Any] = {"campaign_id": campaign.id, "member_id": member_id, "arm": arm, "email_id": None}
    if campaign.plan.series is None:
        return drawn | {"email_id": new_id() if arm is Arm.MAIL else None}
    first = func.now() + timedelta(days=campaign.plan.series.day)
    is_mailed = arm is Arm.MAIL
    return drawn | {"next_message": 0 if is_mailed else None, "next_at": first if is_mailed else None}


def _message(campaign: Campaign, member_id: UUID, email_id: UUID) -> dict[str, Any]:
    key = {"campaign_id": campaign.id, "member_id": member_id, "message": 0}
    return key | {"email_id": email_id, "subject": subject_of(campaign, member_id, 0)}


def _columns(plan: CampaignPlan) -> dict[str, Any]:
    document = plan.document.model_dump(mode="json", exclude_none=True, exclude=WITHOUT_OTHERS)
    later: Any = {"later": {"__all__": {"document": WITHOUT_OTHERS}}}
    others = [{locale: text.others for locale, text in each.texts.items() if text.others} for each in plan.documents]
    return {
        "name": plan.name,
        "kind": plan.kind,
        "audience": plan.audience,
        "segment_id": plan.segment_id,
        "holdout": plan.holdout,
        "document": document,
        "series": plan.series.model_dump(mode="json", exclude_none=True, exclude=later) if plan.series else None,
        "subjects": others if any(others) else None,
        "last_day": plan.days[-1],
    }


def _with_others(document: CampaignDocument, others: Mapping[str, list[str]]) -> CampaignDocument:
    """The document with its further subjects; without them if the release before has changed its languages since."""
    if len({len(others.get(locale, [])) for locale in document.texts}) > 1:
        return document
    texts = {
        locale: text.model_copy(update={"others": others.get(locale, [])}) for locale, text in document.texts.items()
    }
    return document.model_copy(update={"texts": texts})


def campaign_of(row: CampaignRow) -> Campaign:
    document = CampaignDocument.model_validate(row.document, context=STORED)
    series = Series.model_validate(row.series, context=STORED) if row.series else None
    if row.subjects:
        document = _with_others(document, row.subjects[0])
        if series:
            own = [*row.subjects[1:], *({} for _ in series.later)]
            pairs = zip(series.later, own, strict=False)
            later = [each.model_copy(update={"document": _with_others(each.document, more)}) for each, more in pairs]
            series = series.model_copy(update={"later": later})
    return Campaign(
        row.id,
        row.site,
        CampaignPlan(
            row.name,
            NotificationKind(row.kind),
            Audience(row.audience),
            document,
            row.segment_id,
            row.holdout,
            series,
        ),
        CampaignState(row.state),
        row.version,
        row.created_at,
        row.planned_at or (row.next_run_at if row.state == CampaignState.SCHEDULED else None),
        row.started_at,
        row.finished_at,
        row.drawn_through,
        row.holdout_key,
        None if row.segment is None else SegmentConditions.model_validate(row.segment),
        row.next_run_at,
        row.closed_at,
    )
