from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from shared.kit.db import Statement, wake_job
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    String,
    Uuid,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from likes.domain.like import Opener, ReceivedWords
from likes.domain.pairs import ordered_pair
from likes.errors import LikeNamesAnother
from likes.storage.like_lists import is_match
from likes.storage.tables import LikeRow, MatchRow, WithdrawnWordsRow
from likes.storage.visibility import is_visible

LIKER, LIKED = bindparam("liker_id", type_=Uuid), bindparam("liked_id", type_=Uuid)
PAIR_HASH = func.hashtextextended(bindparam("pair", type_=String), 0)
LOCK_PAIR = Statement(select(func.pg_advisory_xact_lock(cast(PAIR_HASH, BigInteger))))
_ADDED = insert(LikeRow).values(
    liker_id=LIKER, liked_id=LIKED, part_id=bindparam("part_id", type_=Uuid), words=bindparam("words", type_=String)
)
# A like of a member as a whole can become one of a photo or an answer: it is as a new one then.
ADD = Statement(
    _ADDED.on_conflict_do_update(
        index_elements=[LikeRow.liker_id, LikeRow.liked_id],
        set_={
            "part_id": _ADDED.excluded.part_id,
            "words": _ADDED.excluded.words,
            "given_at": func.now(),
            "seen_at": None,
            "shown_at": None,
        },
        where=and_(LikeRow.part_id.is_(None), _ADDED.excluded.part_id.is_not(None)),
    ).returning(LikeRow.liker_id)
)
IS_GIVEN = Statement(select(exists().where(LikeRow.liker_id == LIKER, LikeRow.liked_id == LIKED)))


# Words of one liker that go with a report: who withdraws and likes again does not push the earlier ones out.
MOST_REPORTED = 20
# Longer than one try; after the death of a worker the next one takes the words.
LEASE = timedelta(seconds=30)
# A liker who has shown no proof of age by then does not want to write.
LONGEST_WAIT = timedelta(days=30)


@dataclass(frozen=True)
class DueOpener:
    """Words of a like that was answered, to be posted as a message."""

    liker_id: UUID
    liked_id: UUID
    words: str


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

    def add(self, liker_id: UUID, liked_id: UUID, opener: Opener | None = None) -> bool:
        """Returns whether the like is new, or names a part from now on. Raises LikeNamesAnother."""
        part_id, words = (opener.part_id, opener.words) if opener else (None, None)
        values = {"liker_id": liker_id, "liked_id": liked_id, "part_id": part_id, "words": words}
        if ADD.on(self._session, **values).first() is not None:
            return True
        if opener and not self._session.scalar(select(exists().where(*_equal(values)))):
            raise LikeNamesAnother(field="part_id")
        return False

    def lock_liker(self, liker_id: UUID) -> None:
        """Take an advisory lock on the likes of a member with words, before the one on the pair."""
        LOCK_PAIR.on(self._session, pair=f"words of {liker_id}")

    def count_same_words(self, liker_id: UUID, words: str, within: timedelta) -> int:
        """How many likes with these words, whatever their capitals, the member has given within this time, also those
        withdrawn since."""
        given = (
            select(func.count()).where(
                row.liker_id == liker_id,
                row.given_at > func.now() - within,
                func.lower(row.words) == words.lower(),
            )
            for row in (LikeRow, WithdrawnWordsRow)
        )
        return sum(self._session.scalars(each).one() for each in given)

    def queue_openers(self, one: UUID, other: UUID, *, is_both: bool = True) -> None:
        """Have the words of both likes, or of the first alone, posted as messages, the earlier first
        (`usecases/post_openers.py`)."""
        queued = self._session.execute(
            update(LikeRow)
            .where(
                or_(
                    and_(LikeRow.liker_id == one, LikeRow.liked_id == other),
                    and_(literal(is_both), LikeRow.liker_id == other, LikeRow.liked_id == one),
                ),
                LikeRow.words.is_not(None),
            )
            .values(opener_due_at=func.now())
            .returning(LikeRow.liker_id)
        )
        if queued.first():
            wake_job(self._session, "post_openers")

    def take_due_openers(self, most: int) -> list[DueOpener]:
        """Lease some that are due; SKIP LOCKED gives each worker others. Drops those that waited `LONGEST_WAIT`."""
        latest = func.now() - LONGEST_WAIT
        is_match_newer = exists().where(
            MatchRow.first_id == func.least(LikeRow.liker_id, LikeRow.liked_id),
            MatchRow.second_id == func.greatest(LikeRow.liker_id, LikeRow.liked_id),
            MatchRow.made_at >= latest,
        )
        overdue = update(LikeRow).where(LikeRow.opener_due_at <= func.now(), LikeRow.given_at < latest, ~is_match_newer)
        self._session.execute(overdue.values(opener_due_at=None))
        due = (
            select(LikeRow.liker_id, LikeRow.liked_id)
            .where(LikeRow.opener_due_at <= func.now())
            .order_by(LikeRow.opener_due_at, LikeRow.given_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        taken = (
            update(LikeRow)
            .where(tuple_(LikeRow.liker_id, LikeRow.liked_id).in_(due))
            .values(opener_due_at=func.now() + LEASE)
            .returning(LikeRow.liker_id, LikeRow.liked_id, LikeRow.words, LikeRow.given_at)
        )
        rows = sorted(self._session.execute(taken), key=lambda row: row.given_at)
        return [DueOpener(row.liker_id, row.liked_id, row.words) for row in rows]

    def openers_between(self, one: UUID, other: UUID) -> dict[UUID, Opener]:
        """The openers of a match by their liker, with the parts they are about."""
        found = select(LikeRow.liker_id, LikeRow.part_id, LikeRow.words).where(
            or_(
                and_(LikeRow.liker_id == one, LikeRow.liked_id == other),
                and_(LikeRow.liker_id == other, LikeRow.liked_id == one),
            ),
            is_match(LikeRow.liker_id, LikeRow.liked_id),
            LikeRow.words.is_not(None),
        )
        return {row.liker_id: Opener(row.part_id, row.words) for row in self._session.execute(found)}

    def words_to(self, member_id: UUID, liker_id: UUID) -> list[ReceivedWords]:
        """The words of a liker to a member, with those of likes withdrawn since: the newest first, at most a few."""
        like, gone = LikeRow, WithdrawnWordsRow
        columns = like.part_id, like.words, like.given_at, null().label("withdrawn_at")
        given = select(*columns).where(like.liker_id == liker_id, like.liked_id == member_id, like.words.is_not(None))
        withdrawn = select(gone.part_id, gone.words, gone.given_at, gone.withdrawn_at).where(
            gone.liker_id == liker_id, gone.liked_id == member_id
        )
        both = union_all(given, withdrawn).subquery()
        rows = self._session.execute(select(both).order_by(both.c.given_at.desc()).limit(MOST_REPORTED))
        return [ReceivedWords(*row) for row in rows]

    def opener_done(self, liker_id: UUID, liked_id: UUID) -> None:
        done = update(LikeRow).where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id)
        self._session.execute(done.values(opener_due_at=None))

    def remove(self, liker_id: UUID, liked_id: UUID) -> bool:
        """Returns whether there was such a like. Its words are kept for a report of them."""
        removed = self._session.execute(
            delete(LikeRow)
            .where(LikeRow.liker_id == liker_id, LikeRow.liked_id == liked_id)
            .returning(LikeRow.part_id, LikeRow.words, LikeRow.given_at)
        ).first()
        if removed is not None and removed.words is not None:
            pair = {"liker_id": liker_id, "liked_id": liked_id}
            kept = insert(WithdrawnWordsRow).values(**pair, **removed._mapping)
            self._session.execute(kept.on_conflict_do_nothing())
        return removed is not None

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
            .order_by(received.part_id.is_(None), received.given_at.desc(), received.liker_id)
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


def _equal(values: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    return [LikeRow.__table__.c[name].is_not_distinct_from(value) for name, value in values.items()]
