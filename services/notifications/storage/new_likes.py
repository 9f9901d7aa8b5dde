from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import and_, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from notifications.storage.statements import RECORD_LIKES
from notifications.storage.tables import NewLikeRow

A_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class NewLike:
    """A like that `member_id` received."""

    member_id: UUID
    liker_id: UUID


class NewLikeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def record(self, likes: Sequence[NewLike]) -> None:
        RECORD_LIKES.with_commit(
            self._session, members=[like.member_id for like in likes], likers=[like.liker_id for like in likes]
        )

    def of(self, member_id: UUID) -> Sequence[UUID]:
        """Members who gave this one a like within the last week, the newest first."""
        return self._session.scalars(
            select(NewLikeRow.liker_id)
            .where(NewLikeRow.member_id == member_id, NewLikeRow.given_at > func.now() - A_WEEK)
            .order_by(NewLikeRow.given_at.desc())
            .limit(200)
        ).all()

    def take_unmailed(self, after: timedelta, rest: timedelta, most: int) -> list[UUID]:
        """Mark the unmailed likes of members as mailed, and return these members.

        Members with a like older than `after`, and no email about likes within `rest`.
        """
        other = aliased(NewLikeRow)
        rested = ~exists().where(other.member_id == NewLikeRow.member_id, other.mailed_at > func.now() - rest)
        due = (
            select(NewLikeRow.member_id)
            .where(NewLikeRow.mailed_at.is_(None), NewLikeRow.given_at <= func.now() - after, rested)
            .order_by(NewLikeRow.given_at)
            .limit(most)
            .with_for_update(skip_locked=True)
            .cte()
        )
        rows = self._session.scalars(
            update(NewLikeRow)
            .where(NewLikeRow.member_id.in_(select(due.c.member_id)), NewLikeRow.mailed_at.is_(None))
            .values(mailed_at=func.now())
            .returning(NewLikeRow.member_id)
        )
        return list(dict.fromkeys(rows))

    def delete_one(self, member_id: UUID, liker_id: UUID) -> None:
        self._session.execute(
            delete(NewLikeRow).where(NewLikeRow.member_id == member_id, NewLikeRow.liker_id == liker_id)
        )

    def delete_between(self, one: UUID, other: UUID) -> None:
        self._session.execute(
            delete(NewLikeRow).where(
                or_(
                    and_(NewLikeRow.member_id == one, NewLikeRow.liker_id == other),
                    and_(NewLikeRow.member_id == other, NewLikeRow.liker_id == one),
                )
            )
        )

    def delete_about(self, member_id: UUID) -> None:
        self._session.execute(
            delete(NewLikeRow).where(or_(NewLikeRow.member_id == member_id, NewLikeRow.liker_id == member_id))
        )
