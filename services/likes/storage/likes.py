from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import BigInteger, cast, delete, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.domain.pairs import pair
from likes.ports import Like
from likes.storage.hidings import is_hidden
from likes.storage.tables import LikeRow, MatchRow

LONGEST_LIST = 200


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

    def sent_by(self, member_id: UUID) -> Sequence[Like]:
        return self._newest(LikeRow.liker_id, LikeRow.liked_id, member_id)

    def received_by(self, member_id: UUID) -> Sequence[Like]:
        return self._newest(LikeRow.liked_id, LikeRow.liker_id, member_id)

    def _newest(
        self, mine: InstrumentedAttribute[UUID], theirs: InstrumentedAttribute[UUID], member_id: UUID
    ) -> Sequence[Like]:
        is_match = exists().where(
            MatchRow.first_id == func.least(mine, theirs), MatchRow.second_id == func.greatest(mine, theirs)
        )
        rows = self._session.execute(
            select(theirs, LikeRow.given_at, LikeRow.seen_at, is_match)
            .where(mine == member_id, ~is_hidden(theirs, member_id))
            .order_by(LikeRow.given_at.desc(), theirs)
            .limit(LONGEST_LIST)
        )
        return [Like(other, given_at, seen_at is None, match) for other, given_at, seen_at, match in rows]
