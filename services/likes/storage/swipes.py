from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Date, Select, cast, delete, func, literal, select, union_all, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from likes.domain.swipe import LastDecision, SwipeAllowance, SwipeDecision
from likes.storage.tables import LikeRow, SwipeDayRow, SwipeRow

# The exclusion list goes to profiles in one message of 16 bytes an id; older decisions may come up again.
MAX_EXCLUDED = 20_000
ONE_DAY = timedelta(days=1)


class SwipeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, decision: SwipeDecision) -> None:
        values = {"is_like": decision.is_like, "decided_at": func.now()}
        self._session.execute(
            insert(SwipeRow)
            .values(member_id=decision.member_id, profile_id=decision.profile_id, **values)
            .on_conflict_do_update(index_elements=[SwipeRow.member_id, SwipeRow.profile_id], set_=values)
        )

    def decided_profile_ids(self, member_id: UUID) -> Collection[UUID]:
        """The profiles the member swiped, or likes by another way: at most `MAX_EXCLUDED`, the newest."""
        swiped = select(SwipeRow.profile_id, SwipeRow.decided_at).where(SwipeRow.member_id == member_id)
        liked = select(LikeRow.liked_id, LikeRow.given_at).where(LikeRow.liker_id == member_id)
        both = union_all(swiped, liked).subquery()
        newest = select(both.c.profile_id).order_by(both.c.decided_at.desc()).limit(MAX_EXCLUDED)
        return set(self._session.scalars(newest))

    def last_decision(self, member_id: UUID) -> LastDecision | None:
        row = self._session.execute(
            _newest(member_id, SwipeRow.profile_id, SwipeRow.is_like, SwipeRow.decided_at)
        ).first()
        return LastDecision(row.profile_id, row.is_like, row.decided_at) if row else None

    def undo_last(self, member_id: UUID, profile_id: UUID) -> LastDecision | None:
        """Delete the last decision and return it; None when the last one was about another profile."""
        undone = self._session.execute(
            delete(SwipeRow)
            .where(
                SwipeRow.member_id == member_id,
                SwipeRow.profile_id == profile_id,
                SwipeRow.profile_id == _newest(member_id, SwipeRow.profile_id).scalar_subquery(),
            )
            .returning(SwipeRow.profile_id, SwipeRow.is_like, SwipeRow.decided_at)
        ).first()
        return LastDecision(undone.profile_id, undone.is_like, undone.decided_at) if undone else None

    def return_daily_like(self, member_id: UUID, zone: str, decided_at: datetime) -> None:
        """Give a like back to the member's day it was taken from. A day without likes has no row."""
        day = cast(func.timezone(zone, decided_at), Date)
        row = (SwipeDayRow.member_id == member_id, SwipeDayRow.day == day)
        fewer = update(SwipeDayRow).where(*row, SwipeDayRow.likes > 1).values(likes=SwipeDayRow.likes - 1)
        if self._session.execute(fewer.returning(SwipeDayRow.likes)).first() is None:
            self._session.execute(delete(SwipeDayRow).where(*row))

    def take_daily_like(self, member_id: UUID, zone: str, most: int) -> bool:
        """Count one like of the member's day; False when none is left.

        Check and increment are one statement: ON CONFLICT DO UPDATE takes the row lock, so of several likes at the same
        moment each waits for the one before it and then compares with the number it left.
        """
        taken = self._session.execute(
            insert(SwipeDayRow)
            .values(member_id=member_id, day=_today(zone), likes=1)
            .on_conflict_do_update(
                index_elements=[SwipeDayRow.member_id, SwipeDayRow.day],
                set_={"likes": SwipeDayRow.likes + 1},
                where=SwipeDayRow.likes < most,
            )
            .returning(SwipeDayRow.likes)
        )
        return taken.first() is not None

    def allowance(self, member_id: UUID, zone: str, most: int) -> SwipeAllowance:
        given = (
            select(SwipeDayRow.likes)
            .where(SwipeDayRow.member_id == member_id, SwipeDayRow.day == _today(zone))
            .scalar_subquery()
        )
        # timezone() makes local time of now(), and a timestamptz of the next local midnight again.
        midnight = func.timezone(zone, func.date_trunc("day", func.timezone(zone, func.now())) + literal(ONE_DAY))
        row = self._session.execute(select(func.coalesce(given, 0).label("given"), midnight.label("resets_at"))).one()
        resets_at: datetime = row.resets_at
        return SwipeAllowance(left=max(0, most - row.given), most=most, resets_at=resets_at)


def _newest(member_id: UUID, *columns: Any) -> Select[Any]:
    return (
        select(*columns)
        .where(SwipeRow.member_id == member_id)
        .order_by(SwipeRow.decided_at.desc(), SwipeRow.profile_id)
        .limit(1)
    )


def _today(zone: str) -> object:
    return cast(func.timezone(zone, func.now()), Date)
