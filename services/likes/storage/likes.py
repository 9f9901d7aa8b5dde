from collections.abc import Collection, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Uuid,
    and_,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from likes.domain.cursors import Position
from likes.domain.pairs import pair
from likes.ports import Counts, Like
from likes.storage.hidings import is_shown
from likes.storage.tables import LikeRow, MatchRow

PAGE = 60


class LikeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock_pair(self, one: UUID, other: UUID) -> None:
        first, second = pair(one, other)
        key = cast(func.hashtextextended(f"{first}{second}", 0), BigInteger)
        self._session.execute(select(func.pg_advisory_xact_lock(key)))

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        added = self._session.execute(
            insert(LikeRow)
            .values(liker_id=liker_id, liked_id=liked_id)
            .on_conflict_do_nothing()
            .returning(LikeRow.liker_id)
        )
        return added.first() is not None

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        removed = self._session.execute(
            delete(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id)
            .returning(LikeRow.liker_id)
        )
        return removed.first() is not None

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool:
        return self._session.get(LikeRow, (liker_id, liked_id)) is not None

    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None:
        self._session.execute(
            update(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None))
            .values(seen_at=func.now())
        )

    def mark_all_seen(self, liked_id: UUID, *, mutual: bool | None = None) -> None:
        conditions = [LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None)]
        if mutual is not None:
            is_match = _is_match(LikeRow.liked_id, LikeRow.liker_id)
            conditions.append(is_match if mutual else ~is_match)
        self._session.execute(update(LikeRow).where(*conditions).values(seen_at=func.now()))

    def is_shown(self, viewer_id: UUID, member_id: UUID) -> bool:
        return self._session.scalars(select(is_shown(literal(member_id, Uuid), viewer_id))).one()

    def given_to(self, liker_id: UUID, members: Collection[UUID]) -> set[UUID]:
        given = select(LikeRow.liked_id).where(LikeRow.liker_id == liker_id, LikeRow.liked_id.in_(members))
        return set(self._session.scalars(given))

    def counts(self, member_id: UUID) -> Counts:
        sent = self._count(LikeRow.liker_id, LikeRow.liked_id, member_id)
        received = self._count(LikeRow.liked_id, LikeRow.liker_id, member_id)
        return Counts(received=received.all, new=received.new, sent=sent.all, matches=received.mutual)

    def sent_by(self, member_id: UUID, after: Position | None = None, limit: int = PAGE) -> Sequence[Like]:
        """The newest first."""
        return self._page(LikeRow.liker_id, LikeRow.liked_id, member_id, literal(False), after, limit)

    def received_by(
        self, member_id: UUID, after: Position | None = None, limit: int = PAGE, *, mutual: bool | None = None
    ) -> Sequence[Like]:
        """New ones first, then the newest; of matches only, or of those that are none, when asked so."""
        is_new = LikeRow.seen_at.is_(None)
        return self._page(LikeRow.liked_id, LikeRow.liker_id, member_id, is_new, after, limit, mutual)

    def matches_of(self, member_id: UUID, after: Position | None = None, limit: int = PAGE) -> Sequence[Like]:
        """The newest match first; `given_at` is when it was made."""
        matched = and_(
            MatchRow.first_id == func.least(LikeRow.liker_id, LikeRow.liked_id),
            MatchRow.second_id == func.greatest(LikeRow.liker_id, LikeRow.liked_id),
        )
        conditions = [LikeRow.liker_id == member_id, is_shown(LikeRow.liked_id, member_id)]
        if after is not None:
            place = tuple_(MatchRow.made_at, LikeRow.liked_id)
            conditions.append(place < tuple_(literal(after.at), literal(after.member_id)))
        rows = self._session.execute(
            select(LikeRow.liked_id, MatchRow.made_at)
            .join(MatchRow, matched)
            .where(*conditions)
            .order_by(MatchRow.made_at.desc(), LikeRow.liked_id.desc())
            .limit(limit)
        )
        return [Like(other, made_at, is_new=False, is_match=True) for other, made_at in rows]

    def show_next(self, member_id: UUID, *, mutual: bool | None) -> UUID | None:
        """Who gave the newest like that was neither seen nor shown by itself; from now on it was."""
        theirs = aliased(LikeRow)
        conditions = [
            theirs.liked_id == member_id,
            theirs.seen_at.is_(None),
            theirs.shown_at.is_(None),
            is_shown(theirs.liker_id, member_id),
        ]
        if mutual is not None:
            is_match = _is_match(theirs.liked_id, theirs.liker_id)
            conditions.append(is_match if mutual else ~is_match)
        # Two pages that ask at once are shown two likes, not the same one twice.
        newest = (
            select(theirs.liker_id)
            .where(*conditions)
            .order_by(theirs.given_at.desc(), theirs.liker_id)
            .limit(1)
            .with_for_update(skip_locked=True, of=theirs)
        )
        shown = self._session.execute(
            update(LikeRow)
            .where(LikeRow.liked_id == member_id, LikeRow.liker_id == newest.scalar_subquery())
            .values(shown_at=func.now())
            .returning(LikeRow.liker_id)
        )
        return shown.scalar_one_or_none()

    def _count(self, mine: InstrumentedAttribute[UUID], theirs: InstrumentedAttribute[UUID], member_id: UUID) -> Any:
        # As a join, so that ten thousand likes are matched in one go.
        matched = and_(MatchRow.first_id == func.least(mine, theirs), MatchRow.second_id == func.greatest(mine, theirs))
        return self._session.execute(
            select(
                func.count().label("all"),
                func.count().filter(LikeRow.seen_at.is_(None)).label("new"),
                func.count(MatchRow.first_id).label("mutual"),
            )
            .select_from(LikeRow)
            .outerjoin(MatchRow, matched)
            .where(mine == member_id, is_shown(theirs, member_id))
        ).one()

    def _page(
        self,
        mine: InstrumentedAttribute[UUID],
        theirs: InstrumentedAttribute[UUID],
        member_id: UUID,
        is_new: ColumnElement[bool],
        after: Position | None,
        limit: int,
        mutual: bool | None = None,
    ) -> Sequence[Like]:
        is_match = _is_match(mine, theirs)
        conditions = [mine == member_id, is_shown(theirs, member_id)]
        if mutual is not None:
            conditions.append(is_match if mutual else ~is_match)
        if after is not None:
            place = tuple_(is_new, LikeRow.given_at, theirs)
            conditions.append(place < tuple_(literal(after.is_new), literal(after.at), literal(after.member_id)))
        rows = self._session.execute(
            select(theirs, LikeRow.given_at, LikeRow.seen_at, is_match)
            .where(*conditions)
            .order_by(is_new.desc(), LikeRow.given_at.desc(), theirs.desc())
            .limit(limit)
        )
        return [Like(other, given_at, seen_at is None, match) for other, given_at, seen_at, match in rows]


def _is_match(one: InstrumentedAttribute[UUID], other: InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    return exists().where(MatchRow.first_id == func.least(one, other), MatchRow.second_id == func.greatest(one, other))
