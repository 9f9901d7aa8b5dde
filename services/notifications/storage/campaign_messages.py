from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Date, cast, func, select, update
from sqlalchemy.orm import Session

from notifications.domain.campaign import Campaign
from notifications.domain.preferences import NotificationKind
from notifications.domain.subject_result import RETURNS_WITHIN, MessageCounts, SubjectCounts, SubjectLook
from notifications.storage.campaign_tables import CampaignMessageRow, CampaignRow
from notifications.storage.statements import RECORD_DELIVERED

MESSAGE = CampaignMessageRow
IS_RECENT = MESSAGE.delivered_at > func.now() - RETURNS_WITHIN


class CampaignMessageRepository:
    """What became of the messages of campaigns, and what followed them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def record_delivered(self, seen_on: Mapping[UUID, date]) -> None:
        """Record that these emails reached the mail server, with the day on which their member was seen before."""
        if seen_on:
            RECORD_DELIVERED.with_commit(self._session, emails=[*seen_on], days=[*seen_on.values()])

    def record_report(self, email_id: UUID, reason: str) -> None:
        """Record a bounce, a complaint or an unsubscription that the mail provider reports; the first one counts."""
        values: dict[str, dict[str, Any]] = {
            "bounced": {"delivered_at": None},
            "complained": {"complained_at": func.coalesce(MESSAGE.complained_at, func.now())},
            "unsubscribed": {"unsubscribed_at": func.coalesce(MESSAGE.unsubscribed_at, func.now())},
        }
        self._session.execute(update(MESSAGE).where(MESSAGE.email_id == email_id).values(**values[reason]))

    def record_unsubscribed(self, member_id: UUID, kind: NotificationKind) -> None:
        """Record for the newest message of this kind of the last week that its member turned the kind off."""
        newest = (
            select(MESSAGE.email_id)
            .join(CampaignRow, CampaignRow.id == MESSAGE.campaign_id)
            .where(MESSAGE.member_id == member_id, CampaignRow.kind == kind, IS_RECENT)
            .order_by(MESSAGE.delivered_at.desc())
            .limit(1)
        )
        is_newest = MESSAGE.email_id == newest.scalar_subquery()
        unmarked = MESSAGE.unsubscribed_at.is_(None)
        self._session.execute(update(MESSAGE).where(is_newest, unmarked).values(unsubscribed_at=func.now()))

    def awaited(self, after: UUID | None, most: int) -> list[UUID]:
        """Members who may still return after a message whose subjects are compared, by id."""
        found = select(MESSAGE.member_id).distinct()
        found = found.where(MESSAGE.subject.is_not(None), MESSAGE.returned_at.is_(None), IS_RECENT)
        if after is not None:
            found = found.where(MESSAGE.member_id > after)
        return list(self._session.scalars(found.order_by(MESSAGE.member_id).limit(most)))

    def record_returns(self, seen_on: date, member_ids: Collection[UUID]) -> None:
        """Record that these members were last seen on this day."""
        is_back = (MESSAGE.counts_from <= seen_on) & MESSAGE.returned_at.is_(None) & MESSAGE.subject.is_not(None)
        of_members = update(MESSAGE).where(MESSAGE.member_id.in_(member_ids), is_back, IS_RECENT)
        self._session.execute(of_members.values(returned_at=func.now()))

    def counts(self, campaign: Campaign) -> list[MessageCounts]:
        """By message; the stored ones once the measurement is over."""
        stored = self._session.scalar(select(CampaignRow.result).where(CampaignRow.id == campaign.id))
        if stored is not None and "messages" in stored:
            return [_counts(each) for each in stored["messages"]]
        found = [MessageCounts(number, *self._of(campaign, number)) for number in range(len(campaign.plan.documents))]
        return [each for each in found if any(subject.queued for subject in each.subjects)]

    def _of(self, campaign: Campaign, message: int) -> tuple[list[SubjectCounts], list[SubjectLook]]:
        tried = campaign.plan.documents[message].subjects
        own = (MESSAGE.campaign_id == campaign.id) & (MESSAGE.message == message)
        if tried > 1:
            # Those that the release before has queued have no subject drawn.
            own &= MESSAGE.subject < tried
        columns = (MESSAGE.delivered_at, MESSAGE.returned_at, MESSAGE.unsubscribed_at, MESSAGE.complained_at)
        number = func.coalesce(MESSAGE.subject, 0).label("number")
        sums: Any = select(number, func.count(), *map(func.count, columns)).where(own).group_by(number)
        by_subject = {first: SubjectCounts(*counts) for first, *counts in self._session.execute(sums)}
        subjects = [by_subject.get(each, SubjectCounts()) for each in range(tried)]
        return subjects, self._looks(own, tried) if tried > 1 else []

    def _looks(self, own: Any, tried: int) -> list[SubjectLook]:
        queued, returned = (self._by_day(own, column) for column in (MESSAGE.queued_at, MESSAGE.returned_at))
        looks: list[SubjectLook] = []
        sums: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        for day in sorted({day for day, _ in (*queued, *returned)}):
            for counter, found in zip(sums, (queued, returned), strict=True):
                counter.update({each: found.get((day, each), 0) for each in range(tried)})
            looks.append(SubjectLook(day, *(tuple(counter[each] for each in range(tried)) for counter in sums)))
        return looks

    def _by_day(self, own: Any, column: Any) -> dict[tuple[date, int], int]:
        day = cast(func.timezone("UTC", column), Date).label("day")
        counts = select(day, MESSAGE.subject, func.count().label("members")).where(own, column.is_not(None))
        rows = self._session.execute(counts.group_by(day, MESSAGE.subject))
        return {(row.day, row.subject): row.members for row in rows}


def stored_counts(counts: Sequence[MessageCounts]) -> list[dict[str, Any]]:
    """As the result of a campaign keeps them."""
    return [
        {
            "message": each.message,
            "subjects": [asdict(subject) for subject in each.subjects],
            "looks": [asdict(look) | {"day": look.day.isoformat()} for look in each.looks],
        }
        for each in counts
    ]


def _counts(kept: Any) -> MessageCounts:
    looks = [
        SubjectLook(date.fromisoformat(look["day"]), tuple(look["queued"]), tuple(look["returned"]))
        for look in kept["looks"]
    ]
    return MessageCounts(kept["message"], [SubjectCounts(**subject) for subject in kept["subjects"]], looks)
