"""Fraud scores, and what they are made of."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, case, delete, exists, func, literal, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from profiles.moderation.domain.fraud_score import MANY_LIKES, MOST_BANNED, FraudScore, Sign
from profiles.moderation.domain.moderation import GATHERED, REPORTS, Measure
from profiles.moderation.domain.rules import SIMULATED_DAYS
from profiles.moderation.storage.tables import ComplaintRow, FraudScoreRow, LikePaceRow
from profiles.storage.tables import ProfileRow

MOST_REPORTED = 100
IS_OF_CASE = ComplaintRow.kind.in_([kind.value for kind in GATHERED])


class FraudScoreRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def of(self, member_id: UUID) -> FraudScore | None:
        row = self._session.get(FraudScoreRow, member_id)
        return FraudScore(member_id, tuple(Sign(each) for each in row.signs), row.computed_at) if row else None

    def due(self, limit: int) -> list[tuple[UUID, int]]:
        """Members with an open case and no score since its newest report, each with their pool; the oldest first."""
        newest = func.max(ComplaintRow.made_at)
        found = (
            select(ComplaintRow.about_id, ProfileRow.pool)
            .join(ProfileRow, ProfileRow.member_id == ComplaintRow.about_id)
            .outerjoin(FraudScoreRow, FraudScoreRow.member_id == ComplaintRow.about_id)
            .where(ComplaintRow.decided_at.is_(None), IS_OF_CASE)
            .group_by(ComplaintRow.about_id, ProfileRow.pool, FraudScoreRow.computed_at)
            .having(or_(FraudScoreRow.computed_at.is_(None), FraudScoreRow.computed_at < newest))
        )
        rows = self._session.execute(found.order_by(newest).limit(limit))
        return [(member_id, pool) for member_id, pool in rows if member_id is not None]

    def reporters(self, member_id: UUID) -> int:
        """Count the members who reported this one within 30 days."""
        counted = select(func.count(ComplaintRow.reporter_id.distinct())).where(
            ComplaintRow.about_id == member_id,
            ComplaintRow.kind.in_([kind.value for kind in REPORTS]),
            ComplaintRow.made_at > func.now() - func.make_interval(0, 0, 0, SIMULATED_DAYS),
        )
        return self._session.execute(counted).scalar_one()

    def reported(self, member_id: UUID) -> list[str]:
        """Texts of the member in open reports, without those near a reported one."""
        rows = self._session.scalars(
            select(ComplaintRow.evidence).where(_is_open_about(member_id)).limit(MOST_REPORTED)
        )
        sent: list[dict[str, Any]] = [each for evidence in rows for each in evidence]
        return [each["text"] for each in sent if each["sender_id"] == str(member_id) and not each.get("around")]

    def banned(self, pool: int) -> list[UUID]:
        """The suspended accounts of a pool that joined last."""
        found = select(ProfileRow.member_id).where(
            ProfileRow.pool == pool, ProfileRow.sanction == Measure.SUSPEND.value
        )
        return list(self._session.scalars(found.order_by(ProfileRow.joined_at.desc()).limit(MOST_BANNED)))

    def count_likes(self, member_id: UUID, minute: datetime, likes: int) -> None:
        """Add likes of a minute; those of an earlier minute than the newest are left out."""
        fast_at = minute if likes >= MANY_LIKES else None
        added = insert(LikePaceRow).values(member_id=member_id, minute=minute, likes=likes, fast_at=fast_at)
        so_far = case((LikePaceRow.minute == minute, LikePaceRow.likes), else_=0) + likes
        values = {
            "minute": minute,
            "likes": so_far,
            "fast_at": case((so_far >= MANY_LIKES, literal(minute)), else_=LikePaceRow.fast_at),
        }
        self._session.execute(
            added.on_conflict_do_update(
                index_elements=[LikePaceRow.member_id], set_=values, where=LikePaceRow.minute <= minute
            )
        )

    def likes_fast(self, member_id: UUID) -> bool:
        """Whether a minute of the last 30 days had many likes of the member."""
        since = func.now() - func.make_interval(0, 0, 0, SIMULATED_DAYS)
        is_fast = exists().where(LikePaceRow.member_id == member_id, LikePaceRow.fast_at > since)
        return self._session.execute(select(is_fast)).scalar_one()

    def store(self, score: FraudScore) -> None:
        """Store a score, unless the case was decided meanwhile."""
        values = {"points": score.points, "signs": [each.value for each in score.signs], "computed_at": func.now()}
        added = insert(FraudScoreRow).values(member_id=score.member_id, **values)
        self._session.execute(added.on_conflict_do_update(index_elements=[FraudScoreRow.member_id], set_=values))
        self.forget_decided(score.member_id)

    def forget_decided(self, member_id: UUID) -> None:
        """Delete the score of a member without an open case."""
        without = ~exists().where(_is_open_about(member_id))
        self._session.execute(delete(FraudScoreRow).where(FraudScoreRow.member_id == member_id, without))


def _is_open_about(member_id: UUID) -> ColumnElement[bool]:
    return and_(ComplaintRow.about_id == member_id, ComplaintRow.decided_at.is_(None), IS_OF_CASE)
