from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from shared.kit.db import Statement
from sqlalchemy import BigInteger, String, Uuid, bindparam, cast, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from likes.domain.pairs import ordered_pair
from likes.storage.like_lists import is_match
from likes.storage.tables import LikeRow
from likes.storage.visibility import is_visible

LIKER, LIKED = bindparam("liker_id", type_=Uuid), bindparam("liked_id", type_=Uuid)
PAIR_HASH = func.hashtextextended(bindparam("pair", type_=String), 0)
LOCK_PAIR = Statement(select(func.pg_advisory_xact_lock(cast(PAIR_HASH, BigInteger))))
ADD = Statement(
    insert(LikeRow).values(liker_id=LIKER, liked_id=LIKED).on_conflict_do_nothing().returning(LikeRow.liker_id)
)
IS_GIVEN = Statement(select(exists().where(LikeRow.liker_id == LIKER, LikeRow.liked_id == LIKED)))


class LikeRepository:
    def __init__(self, session: Session) -> None:
        self._session = session

    def lock_pair(self, one: UUID, other: UUID) -> None:
        """Take an advisory lock on the pair until the transaction ends, in whichever direction the like goes.

        No row could be locked instead: before the first like there is none. A transaction locks one pair only, so no
        deadlock is possible; two pairs with the same 64-bit hash would merely wait for each other.
        """
        first, second = ordered_pair(one, other)
        LOCK_PAIR.on(self._session, pair=f"{first}{second}")

    def add(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether the like is new."""
        return ADD.on(self._session, liker_id=liker_id, liked_id=liked_id).first() is not None

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether there was such a like."""
        removed = self._session.execute(
            delete(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id)
            .returning(LikeRow.liker_id)
        )
        return removed.first() is not None

    def remove_given_at(self, liker_id: UUID, liked_id: UUID, given_at: datetime) -> bool | None:
        """Delete the like of this moment. Returns whether it was seen; None when there is no such like.

        The moment is that of a transaction, so it separates a like given with a swipe from one given before it.
        """
        removed = self._session.execute(
            delete(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id, LikeRow.given_at == given_at)
            .returning(LikeRow.seen_at)
        ).first()
        return None if removed is None else removed.seen_at is not None

    def is_given(self, liker_id: UUID, liked_id: UUID) -> bool:
        return bool(IS_GIVEN.on(self._session, liker_id=liker_id, liked_id=liked_id).scalar_one())

    def given_to(self, liker_id: UUID, member_ids: Collection[UUID]) -> set[UUID]:
        """The subset of `member_ids` that the member likes."""
        given = select(LikeRow.liked_id).where(LikeRow.liker_id == liker_id, LikeRow.liked_id.in_(member_ids))
        return set(self._session.scalars(given))

    def mark_seen(self, liker_id: UUID, liked_id: UUID) -> None:
        self._session.execute(
            update(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None))
            .values(seen_at=func.now())
        )

    def mark_all_seen(self, liked_id: UUID, *, matched: bool | None = None) -> None:
        """Mark received likes as seen: with `matched` True only matches, with False only the others."""
        conditions = [LikeRow.liked_id == liked_id, LikeRow.seen_at.is_(None)]
        if matched is not None:
            match = is_match(LikeRow.liked_id, LikeRow.liker_id)
            conditions.append(match if matched else ~match)
        self._session.execute(update(LikeRow).where(*conditions).values(seen_at=func.now()))

    def take_next_unseen(self, member_id: UUID, *, matched: bool | None) -> UUID | None:
        """The giver of the newest like that was neither seen nor taken here before; it is marked as taken.

        Two pages that ask at the same moment get two different likes: FOR UPDATE SKIP LOCKED lets the second one pass
        over the row the first has locked.
        """
        received = aliased(LikeRow)
        conditions = [
            received.liked_id == member_id,
            received.seen_at.is_(None),
            received.shown_at.is_(None),
            is_visible(received.liker_id, member_id),
        ]
        if matched is not None:
            match = is_match(received.liked_id, received.liker_id)
            conditions.append(match if matched else ~match)
        newest = (
            select(received.liker_id)
            .where(*conditions)
            .order_by(received.given_at.desc(), received.liker_id)
            .limit(1)
            .with_for_update(skip_locked=True, of=received)
        )
        taken = self._session.execute(
            update(LikeRow)
            .where(LikeRow.liked_id == member_id, LikeRow.liker_id == newest.scalar_subquery())
            .values(shown_at=func.now())
            .returning(LikeRow.liker_id)
        )
        return taken.scalar_one_or_none()
