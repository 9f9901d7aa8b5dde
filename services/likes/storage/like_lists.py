"""Queries for the lists of likes and their counts, each compiled once; a page is one round trip."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from shared.kit.db import AwareTime, Call, Statement, in_one_trip
from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Integer,
    Uuid,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.domain.cursors import LikeCursor
from likes.domain.like import Like, LikeCounts, LikesOverview
from likes.storage.tables import LikeRow, MatchRow
from likes.storage.visibility import is_visible

PAGE = 60

MEMBER = bindparam("member", type_=Uuid)
LIMIT: BindParameter[int] = bindparam("most")
AFTER: tuple[BindParameter[Any], ...] = (
    bindparam("after_rank", type_=Integer),
    bindparam("after_at", type_=AwareTime),
    bindparam("after_id", type_=Uuid),
)
# A like that became a match is no new like any more: the match is announced by itself. Needs the outer join of
# `MatchRow`.
IS_NEW = and_(LikeRow.seen_at.is_(None), MatchRow.first_id.is_(None))
# Of received likes: first those of a photo or an answer that are not answered, then new ones.
RANK = case((and_(LikeRow.part_id.is_not(None), MatchRow.first_id.is_(None)), 2), (IS_NEW, 1), else_=0)
MemberColumn = InstrumentedAttribute[UUID]
# The column of the owner of the list, and the column of the other member.
SENT, RECEIVED = (LikeRow.liker_id, LikeRow.liked_id), (LikeRow.liked_id, LikeRow.liker_id)


class LikeListQueries:
    """Pages of likes without members hidden from the member. `after` is the cursor of the page before.

    `matched` filters received likes: True for matches only, False for the others, None for all.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def overview(self, member_id: UUID, limit: int, *, matched: bool | None, unmatched: int) -> LikesOverview:
        """The first page of each list, all counts and `unmatched` received likes, in one round trip."""
        sent, received, matches, sent_counts, received_counts, unmatched_rows = in_one_trip(
            self._session,
            _call(sent_statement(False), member_id, None, limit),
            _call(received_statement(matched, False), member_id, None, limit),
            _call(matches_statement(False), member_id, None, limit),
            count_statement(True).with_(member=member_id),
            count_statement(False).with_(member=member_id),
            _call(received_statement(False, False), member_id, None, unmatched),
        )
        (given,), (got,) = sent_counts, received_counts
        return LikesOverview(
            sent=_likes(sent),
            received=_likes(received),
            matches=_likes(matches),
            counts=LikeCounts(received=got.all, new=got.new, sent=given.all, matches=got.matched),
            unmatched=_likes(unmatched_rows),
        )

    def counts(self, member_id: UUID) -> LikeCounts:
        (given,), (got,) = in_one_trip(
            self._session,
            count_statement(True).with_(member=member_id),
            count_statement(False).with_(member=member_id),
        )
        return LikeCounts(received=got.all, new=got.new, sent=given.all, matches=got.matched)

    def sent_by(self, member_id: UUID, after: LikeCursor | None = None, limit: int = PAGE) -> Sequence[Like]:
        """The newest first."""
        return self._page(sent_statement(after is not None), member_id, after, limit)

    def received_by(
        self, member_id: UUID, after: LikeCursor | None = None, limit: int = PAGE, *, matched: bool | None = None
    ) -> Sequence[Like]:
        """Unanswered likes of a photo or an answer first, then new ones, then the newest."""
        return self._page(received_statement(matched, after is not None), member_id, after, limit)

    def matches_of(self, member_id: UUID, after: LikeCursor | None = None, limit: int = PAGE) -> Sequence[Like]:
        """The newest match first; `given_at` is the time of the match."""
        return self._page(matches_statement(after is not None), member_id, after, limit)

    def _page(self, statement: Statement, member_id: UUID, after: LikeCursor | None, limit: int) -> Sequence[Like]:
        (rows,) = in_one_trip(self._session, _call(statement, member_id, after, limit))
        return _likes(rows)


def _call(statement: Statement, member_id: UUID, after: LikeCursor | None, limit: int) -> Call:
    values = {"after_rank": after.rank, "after_at": after.at, "after_id": after.member_id} if after else {}
    return statement.with_(member=member_id, most=limit, **values)


def _likes(rows: Sequence[Any]) -> list[Like]:
    return [Like(row.other, row.at, row.is_new, row.is_match, row.rank, row.part_id, row.words) for row in rows]


@cache
def sent_statement(is_continued: bool) -> Statement:
    return Statement(_select_likes(SENT, literal(0), None, is_continued))


@cache
def received_statement(matched: bool | None, is_continued: bool) -> Statement:
    return Statement(_select_likes(RECEIVED, RANK, matched, is_continued))


@cache
def matches_statement(is_continued: bool) -> Statement:
    """`at` is the time of the match."""
    mine, theirs = SENT
    conditions = [mine == MEMBER, is_visible(theirs, MEMBER)]
    if is_continued:
        _, at, member = AFTER
        conditions.append(tuple_(MatchRow.made_at, theirs) < tuple_(at, member))
    return Statement(
        select(
            theirs.label("other"),
            MatchRow.made_at.label("at"),
            literal(False).label("is_new"),
            literal(True).label("is_match"),
            literal(0).label("rank"),
            LikeRow.part_id,
            LikeRow.words,
        )
        .join(MatchRow, _is_match_of(mine, theirs))
        .where(*conditions)
        .order_by(MatchRow.made_at.desc(), theirs.desc())
        .limit(LIMIT)
    )


@cache
def count_statement(of_sent: bool) -> Statement:
    mine, theirs = SENT if of_sent else RECEIVED
    # A join instead of `is_match`: the planner hashes ten thousand likes once instead of probing the index for each.
    return Statement(
        select(
            func.count().label("all"),
            func.count().filter(IS_NEW).label("new"),
            func.count(MatchRow.first_id).label("matched"),
        )
        .select_from(LikeRow)
        .outerjoin(MatchRow, _is_match_of(mine, theirs))
        .where(mine == MEMBER, is_visible(theirs, MEMBER))
    )


def _select_likes(
    columns: tuple[MemberColumn, MemberColumn], rank: ColumnElement[int], matched: bool | None, is_continued: bool
) -> ClauseElement:
    mine, theirs = columns
    match = MatchRow.first_id.is_not(None)
    conditions = [mine == MEMBER, is_visible(theirs, MEMBER)]
    if matched is not None:
        conditions.append(match if matched else ~match)
    if is_continued:
        conditions.append(tuple_(rank, LikeRow.given_at, theirs) < tuple_(*AFTER))
    return (
        select(
            theirs.label("other"),
            LikeRow.given_at.label("at"),
            IS_NEW.label("is_new"),
            match.label("is_match"),
            rank.label("rank"),
            LikeRow.part_id,
            LikeRow.words,
        )
        .select_from(LikeRow)
        .outerjoin(MatchRow, _is_match_of(mine, theirs))
        .where(*conditions)
        .order_by(rank.desc(), LikeRow.given_at.desc(), theirs.desc())
        .limit(LIMIT)
    )


def is_match(one: MemberColumn, other: MemberColumn) -> ColumnElement[bool]:
    return exists().where(MatchRow.first_id == func.least(one, other), MatchRow.second_id == func.greatest(one, other))


def _is_match_of(mine: MemberColumn, theirs: MemberColumn) -> ColumnElement[bool]:
    return and_(MatchRow.first_id == func.least(mine, theirs), MatchRow.second_id == func.greatest(mine, theirs))
