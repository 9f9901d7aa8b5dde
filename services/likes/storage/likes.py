from collections.abc import Collection, Sequence
from uuid import UUID

from servicekit.storage.statement import Statement
from sqlalchemy import BigInteger, String, Uuid, bindparam, cast, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from likes.domain.cursors import Position
from likes.domain.pairs import pair
from likes.ports import Counts, Like, Overview
from likes.storage.hidings import is_shown
from likes.storage.lists import Lists, is_match
from likes.storage.tables import LikeRow

PAGE = 60

LIKER, LIKED = bindparam("liker_id", type_=Uuid), bindparam("liked_id", type_=Uuid)
PAIR = func.hashtextextended(bindparam("pair", type_=String), 0)
LOCK_PAIR = Statement(select(func.pg_advisory_xact_lock(cast(PAIR, BigInteger))))
ADD = Statement(
    insert(LikeRow).values(liker_id=LIKER, liked_id=LIKED).on_conflict_do_nothing().returning(LikeRow.liker_id)
)
IS_GIVEN = Statement(select(exists().where(LikeRow.liker_id == LIKER, LikeRow.liked_id == LIKED)))
IS_SHOWN = Statement(select(is_shown(bindparam("member_id", type_=Uuid), bindparam("viewer_id", type_=Uuid))))


class LikeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._lists = Lists(session)

    def lock_pair(self, one: UUID, other: UUID) -> None:
        first, second = pair(one, other)
        LOCK_PAIR.on(self._session, pair=f"{first}{second}")

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        return ADD.on(self._session, liker_id=liker_id, liked_id=liked_id).first() is not None

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        removed = self._session.execute(
            delete(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id)
            .returning(LikeRow.liker_id)
        )
        return removed.first() is not None

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool:
        return bool(IS_GIVEN.on(self._session, liker_id=liker_id, liked_id=liked_id).scalar_one())

    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None:
        self._session.execute(
            update(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None))
            .values(seen_at=func.now())
        )

    def mark_all_seen(self, liked_id: UUID, *, mutual: bool | None = None) -> None:
        conditions = [LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None)]
        if mutual is not None:
            match = is_match(LikeRow.liked_id, LikeRow.liker_id)
            conditions.append(match if mutual else ~match)
        self._session.execute(update(LikeRow).where(*conditions).values(seen_at=func.now()))

    def is_shown(self, viewer_id: UUID, member_id: UUID) -> bool:
        return bool(IS_SHOWN.on(self._session, viewer_id=viewer_id, member_id=member_id).scalar_one())

    def given_to(self, liker_id: UUID, members: Collection[UUID]) -> set[UUID]:
        given = select(LikeRow.liked_id).where(LikeRow.liker_id == liker_id, LikeRow.liked_id.in_(members))
        return set(self._session.scalars(given))

    def overview(self, member_id: UUID, limit: int, *, received: bool | None, veiled: int) -> Overview:
        return self._lists.overview(member_id, limit, received=received, veiled=veiled)

    def counts(self, member_id: UUID) -> Counts:
        return self._lists.counts(member_id)

    def sent_by(self, member_id: UUID, after: Position | None = None, limit: int = PAGE) -> Sequence[Like]:
        return self._lists.sent_by(member_id, after, limit)

    def received_by(
        self, member_id: UUID, after: Position | None = None, limit: int = PAGE, *, mutual: bool | None = None
    ) -> Sequence[Like]:
        return self._lists.received_by(member_id, after, limit, mutual)

    def matches_of(self, member_id: UUID, after: Position | None = None, limit: int = PAGE) -> Sequence[Like]:
        return self._lists.matches_of(member_id, after, limit)

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
            match = is_match(theirs.liked_id, theirs.liker_id)
            conditions.append(match if mutual else ~match)
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
