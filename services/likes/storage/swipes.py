from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Date, cast, delete, func, literal, select, union_all
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from likes.ports import Allowance
from likes.storage.tables import LikeRow, SwipeDayRow, SwipeRow

REMEMBERED = 20_000
ONE_DAY = timedelta(days=1)


class SwipeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def decide(self, member_id: UUID, profile_id: UUID, *, is_like: bool) -> None:
        decided = {"is_like": is_like, "decided_at": func.now()}
        self._session.execute(
            insert(SwipeRow)
            .values(member_id=member_id, profile_id=profile_id, **decided)
            .on_conflict_do_update(index_elements=[SwipeRow.member_id, SwipeRow.profile_id], set_=decided)
        )

    def decided(self, member_id: UUID) -> Collection[UUID]:
        """Whom the member needs no more be asked about, by swiping or by liking them elsewhere."""
        swiped = select(SwipeRow.profile_id, SwipeRow.decided_at).where(SwipeRow.member_id == member_id)
        liked = select(LikeRow.liked_id, LikeRow.given_at).where(LikeRow.liker_id == member_id)
        both = union_all(swiped, liked).subquery()
        newest = select(both.c.profile_id).order_by(both.c.decided_at.desc()).limit(REMEMBERED)
        return set(self._session.scalars(newest))

    def last_pass(self, member_id: UUID) -> UUID | None:
        passes = select(SwipeRow.profile_id).where(SwipeRow.member_id == member_id, ~SwipeRow.is_like)
        return self._session.scalars(passes.order_by(SwipeRow.decided_at.desc(), SwipeRow.profile_id).limit(1)).first()

    def take_back(self, member_id: UUID, profile_id: UUID) -> bool:
        """Only a pass can be taken back, and only the last one. False when this is not it."""
        last = (
            select(SwipeRow.profile_id)
            .where(SwipeRow.member_id == member_id, ~SwipeRow.is_like)
            .order_by(SwipeRow.decided_at.desc(), SwipeRow.profile_id)
            .limit(1)
        )
        taken = self._session.execute(
            delete(SwipeRow)
            .where(
                SwipeRow.member_id == member_id,
                SwipeRow.profile_id == profile_id,
                SwipeRow.profile_id == last.scalar_subquery(),
            )
            .returning(SwipeRow.profile_id)
        )
        return taken.first() is not None

    def take_like(self, member_id: UUID, zone: str, most: int) -> bool:
        """One of the day's likes. Of several that come at once each counts what those before it have taken."""
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

    def allowance(self, member_id: UUID, zone: str, most: int) -> Allowance:
        taken = (
            select(SwipeDayRow.likes)
            .where(SwipeDayRow.member_id == member_id, SwipeDayRow.day == _today(zone))
            .scalar_subquery()
        )
        # The first moment of tomorrow there, as a moment for everyone.
        midnight = func.timezone(zone, func.date_trunc("day", func.timezone(zone, func.now())) + literal(ONE_DAY))
        row = self._session.execute(select(func.coalesce(taken, 0), midnight)).one()
        resets_at: datetime = row[1]
        return Allowance(left=max(0, most - row[0]), most=most, resets_at=resets_at)


def _today(zone: str) -> object:
    return cast(func.timezone(zone, func.now()), Date)
