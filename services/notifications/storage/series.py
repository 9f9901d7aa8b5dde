from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.core import new_id
from shared.kit.db import wake_job
from sqlalchemy import exists, func, null, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from notifications.domain.campaign import Campaign, CampaignState
from notifications.domain.campaign_result import MessageResult, SeriesProgress
from notifications.domain.series import Ending, Stop
from notifications.domain.series_member import SeriesMember
from notifications.storage.campaign_tables import CampaignMemberRow, CampaignMessageRow, CampaignRow
from notifications.storage.campaigns import campaign_of
from notifications.storage.tables import EmailRow

KEY = tuple_(CampaignMemberRow.campaign_id, CampaignMemberRow.member_id)
ENDED: dict[str, Any] = {"next_message": None, "next_at": None}


class SeriesRepository:
    """Members in series, and the messages each of them got."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def due(self, most: int) -> list[SeriesMember]:
        """Members with a message that is due, the longest due first."""
        # The release before stops a series and leaves the rows of its members.
        running = select(CampaignRow.id).where(CampaignRow.state == CampaignState.SENDING)
        rows = select(CampaignMemberRow).where(CampaignMemberRow.next_at <= func.now())
        rows = rows.where(CampaignMemberRow.campaign_id.in_(running))
        return [_member(row) for row in self._session.scalars(rows.order_by(CampaignMemberRow.next_at).limit(most))]

    def lock_campaigns(self, campaign_ids: Collection[UUID]) -> dict[UUID, Campaign]:
        """Those of these series that are running, locked until the end of the transaction."""
        running = select(CampaignRow).where(
            CampaignRow.id.in_(campaign_ids), CampaignRow.state == CampaignState.SENDING
        )
        rows = self._session.scalars(running.order_by(CampaignRow.id).with_for_update())
        return {row.id: campaign_of(row) for row in rows}

    def lock(self, members: Sequence[SeriesMember]) -> list[SeriesMember]:
        """Those of these members who are in their series as they were read, locked until the end of the transaction."""
        if not members:
            return []
        rows = select(CampaignMemberRow).where(KEY.in_([member.key for member in members]))
        locked = self._session.scalars(rows.with_for_update(skip_locked=True).execution_options(populate_existing=True))
        now = {member.key: member for member in map(_member, locked)}
        return [member for member in members if now.get(member.key) == member]

    def record_email(self, member: SeriesMember, subject: int | None) -> UUID | None:
        """The id for the email of this message; None if it has one."""
        key = {"campaign_id": member.campaign_id, "member_id": member.member_id, "message": member.message}
        new = insert(CampaignMessageRow).values(**key, email_id=new_id(), subject=subject).on_conflict_do_nothing()
        return self._session.scalar(new.returning(CampaignMessageRow.email_id))

    def wait(self, member: SeriesMember, delay: timedelta, *, message: int | None = None) -> None:
        """Let this message, or the given one, be due after the delay."""
        due = {"next_at": func.now() + delay, "next_message": member.message if message is None else message}
        self._change(KEY.in_([member.key]), due)
        wake_job(self._session, "advance_series")

    def ended(self, keys: Collection[tuple[UUID, UUID]]) -> dict[tuple[UUID, UUID], Ending]:
        """The ended ones among these pairs of campaign and member."""
        if not keys:
            return {}
        rows = select(CampaignMemberRow.campaign_id, CampaignMemberRow.member_id, CampaignMemberRow.ending)
        found = self._session.execute(rows.where(KEY.in_(keys), CampaignMemberRow.ending.is_not(None)))
        return {(row.campaign_id, row.member_id): Ending(row.ending) for row in found}

    def end(self, member: SeriesMember, ending: Ending) -> None:
        self._change(KEY.in_([member.key]), ENDED | {"ending": ending})

    def end_all(self, campaign_id: UUID, ending: Ending) -> None:
        """End the series for everyone in it."""
        self._change(CampaignMemberRow.campaign_id == campaign_id, ENDED | {"ending": ending})

    def end_of_buyer(self, member_id: UUID, at: datetime) -> None:
        """End the series that a purchase ends, and cancel their emails that are not being sent."""
        stopping = select(CampaignRow.id).where(CampaignRow.series["stops"].has_key(Stop.PURCHASE.value))
        bought = (CampaignMemberRow.member_id == member_id) & (CampaignMemberRow.drawn_at < at)
        is_in_it = CampaignMemberRow.campaign_id.in_(stopping)
        self._change(bought & is_in_it, ENDED | {"ending": Ending.BOUGHT})
        emails = (
            select(CampaignMessageRow.email_id)
            .join(CampaignMemberRow, tuple_(CampaignMessageRow.campaign_id, CampaignMessageRow.member_id) == KEY)
            .where(bought, is_in_it)
        )
        self._session.execute(
            update(EmailRow)
            .where(EmailRow.id.in_(emails), EmailRow.state == "queued")
            .values(state="suppressed", reason="over", finished_at=func.now(), params={}, claimed_until=null())
        )

    def finish_closed(self) -> None:
        """End the series that nobody can enter any more and nobody is in."""
        is_in_it = exists().where(
            CampaignMemberRow.campaign_id == CampaignRow.id, CampaignMemberRow.next_at.is_not(None)
        )
        self._session.execute(
            update(CampaignRow)
            .where(CampaignRow.state == CampaignState.SENDING, CampaignRow.closed_at.is_not(None), ~is_in_it)
            .values(state=CampaignState.SENT, finished_at=func.now(), version=CampaignRow.version + 1)
        )

    def progress(self, campaign: Campaign) -> SeriesProgress:
        """Members in the series, those it ended for, and what became of each message."""
        own = CampaignMemberRow.campaign_id == campaign.id
        ends = select(CampaignMemberRow.ending, func.count().label("members")).where(own)
        endings = self._session.execute(ends.group_by(CampaignMemberRow.ending))
        inside = select(func.count()).where(own, CampaignMemberRow.next_at.is_not(None))
        emails, reached, states = self._emails(campaign.id), self._reached(campaign.id), self._states(campaign.id)
        return SeriesProgress(
            self._session.scalar(inside) or 0,
            {Ending(row.ending): row.members for row in endings if row.ending},
            [
                MessageResult(day, emails.get(number, 0), reached.get(number, 0), states.get(number, {}))
                for number, day in enumerate(campaign.plan.days)
            ],
        )

    def _emails(self, campaign_id: UUID) -> Mapping[int, int]:
        counts = select(CampaignMessageRow.message, func.count().label("members"))
        counts = counts.where(CampaignMessageRow.campaign_id == campaign_id).group_by(CampaignMessageRow.message)
        return {row.message: row.members for row in self._session.execute(counts)}

    def _reached(self, campaign_id: UUID) -> Mapping[int, int]:
        """Members whose purchase or return came after this message and before the next one."""
        last = (
            select(func.max(CampaignMessageRow.message).label("message"))
            .join(CampaignMemberRow, tuple_(CampaignMessageRow.campaign_id, CampaignMessageRow.member_id) == KEY)
            .where(
                CampaignMessageRow.campaign_id == campaign_id,
                CampaignMessageRow.queued_at < CampaignMemberRow.reached_at,
            )
            .group_by(CampaignMessageRow.member_id)
            .subquery()
        )
        counts = select(last.c.message, func.count().label("members")).group_by(last.c.message)
        return {row.message: row.members for row in self._session.execute(counts)}

    def _states(self, campaign_id: UUID) -> Mapping[int, Mapping[str, int]]:
        counts = (
            select(CampaignMessageRow.message, EmailRow.state, func.count().label("emails"))
            .join(EmailRow, EmailRow.id == CampaignMessageRow.email_id)
            .where(CampaignMessageRow.campaign_id == campaign_id)
            .group_by(CampaignMessageRow.message, EmailRow.state)
        )
        found: dict[int, dict[str, int]] = {}
        for row in self._session.execute(counts):
            found.setdefault(row.message, {})[row.state] = row.emails
        return found

    def _change(self, condition: Any, values: dict[str, Any]) -> None:
        in_series = CampaignMemberRow.next_at.is_not(None)
        self._session.execute(update(CampaignMemberRow).where(condition, in_series).values(**values))


def _member(row: CampaignMemberRow) -> SeriesMember:
    return SeriesMember(row.campaign_id, row.member_id, row.next_message or 0, row.next_at, row.drawn_at)
