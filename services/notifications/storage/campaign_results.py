from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Date, cast, func, or_, select, update
from sqlalchemy.orm import Session

from notifications.domain.campaign import MEASURED_FOR, Arm, Audience
from notifications.domain.campaign_result import ARMS, Look, MessageResult, SeriesProgress
from notifications.domain.series import Ending
from notifications.domain.subject_result import MessageCounts
from notifications.storage.campaign_messages import stored_counts
from notifications.storage.campaign_tables import CampaignMemberRow, CampaignRow

A_DAY = timedelta(days=1)
# As `Campaign.measured_for` says.
MEASURED = MEASURED_FOR + func.make_interval(0, 0, 0, CampaignRow.last_day)
MEASURED_OF_MEMBER = (
    select(MEASURED)
    .where(CampaignRow.id == CampaignMemberRow.campaign_id)
    .correlate(CampaignMemberRow)
    .scalar_subquery()
)
IS_MEASURED = CampaignMemberRow.drawn_at > func.now() - MEASURED_OF_MEMBER - A_DAY
# As `Campaign.goal` says.
LAPSED = select(CampaignRow.id).where(
    or_(CampaignRow.audience == Audience.LAPSED, func.coalesce(CampaignRow.segment.has_key("away_from"), False))
)


class CampaignResultRepository:
    """Purchases and returns of the members drawn for campaigns."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record_purchase(self, member_id: UUID, at: datetime) -> None:
        """Record a purchase for every campaign the member was drawn for, in both arms alike; the first one counts."""
        self._reach([member_id], at, CampaignMemberRow.campaign_id.not_in(LAPSED))

    def record_returns(self, seen_on: date, member_ids: Collection[UUID]) -> None:
        """Record that these members were seen on a day after their draw."""
        at = datetime.combine(seen_on, time(), UTC)
        self._reach(member_ids, at, CampaignMemberRow.campaign_id.in_(LAPSED))

    def awaited(self, after: UUID | None, most: int) -> list[UUID]:
        """Members of campaigns to the lapsed who have not returned and are still measured, by id."""
        found = select(CampaignMemberRow.member_id).distinct()
        found = found.where(
            CampaignMemberRow.campaign_id.in_(LAPSED), CampaignMemberRow.reached_at.is_(None), IS_MEASURED
        )
        if after is not None:
            found = found.where(CampaignMemberRow.member_id > after)
        return list(self._session.scalars(found.order_by(CampaignMemberRow.member_id).limit(most)))

    def looks(self, campaign_id: UUID) -> list[Look]:
        """A look for each day on which somebody was drawn or reached the goal; the stored ones once it is over."""
        stored = self._session.scalar(select(CampaignRow.result).where(CampaignRow.id == campaign_id))
        if stored is not None:
            return [_look(each) for each in stored["looks"]]
        drawn, reached = (
            self._by_day(campaign_id, column) for column in (CampaignMemberRow.drawn_at, CampaignMemberRow.reached_at)
        )
        looks, sums = [], {name: [0, 0] for name in ("drawn", "reached")}
        for day in sorted({each for each, _ in (*drawn, *reached)}):
            for number, arm in enumerate(ARMS):
                sums["drawn"][number] += drawn.get((day, arm), 0)
                sums["reached"][number] += reached.get((day, arm), 0)
            looks.append(_look({"day": day.isoformat(), **sums}))
        return looks

    def over(self) -> list[UUID]:
        """Campaigns whose measurement is over and not stored yet."""
        ended = CampaignRow.finished_at < func.now() - MEASURED - A_DAY
        return list(self._session.scalars(select(CampaignRow.id).where(ended, CampaignRow.result.is_(None)).limit(20)))

    def store(
        self,
        campaign_id: UUID,
        looks: Sequence[Look],
        progress: SeriesProgress | None,
        messages: Sequence[MessageCounts],
    ) -> None:
        kept = [{"day": look.day.isoformat(), "drawn": look.drawn, "reached": look.reached} for look in looks]
        result: dict[str, Any] = {"looks": kept, "messages": stored_counts(messages)}
        if progress:
            result["progress"] = asdict(progress)
        stored = update(CampaignRow).where(CampaignRow.id == campaign_id, CampaignRow.result.is_(None))
        self._session.execute(stored.values(result=result))

    def stored_progress(self, campaign_id: UUID) -> SeriesProgress | None:
        """That of a series whose measurement is over."""
        stored = self._session.scalar(select(CampaignRow.result).where(CampaignRow.id == campaign_id))
        if not stored or "progress" not in stored:
            return None
        kept = stored["progress"]
        messages = [MessageResult(**message) for message in kept["messages"]]
        return SeriesProgress(kept["inside"], {Ending(each): n for each, n in kept["endings"].items()}, messages)

    def _by_day(self, campaign_id: UUID, column: Any) -> dict[tuple[date, Arm], int]:
        day = cast(func.timezone("UTC", column), Date).label("day")
        counts = (
            select(day, CampaignMemberRow.arm, func.count().label("members"))
            .where(CampaignMemberRow.campaign_id == campaign_id, column.is_not(None))
            .group_by(day, CampaignMemberRow.arm)
        )
        return {(row.day, Arm(row.arm)): row.members for row in self._session.execute(counts)}

    def _reach(self, member_ids: Collection[UUID], at: Any, of_goal: Any) -> None:
        if not member_ids:
            return
        is_in_time = (CampaignMemberRow.drawn_at < at) & (CampaignMemberRow.drawn_at + MEASURED_OF_MEMBER > at)
        members = CampaignMemberRow.member_id.in_(member_ids)
        self._session.execute(
            update(CampaignMemberRow)
            .where(members, CampaignMemberRow.reached_at.is_(None), is_in_time, of_goal)
            .values(reached_at=at)
        )


def _look(values: Any) -> Look:
    return Look(date.fromisoformat(values["day"]), tuple(values["drawn"]), tuple(values["reached"]))
