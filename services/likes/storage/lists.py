"""The lists of likes and their counts: written like all queries, compiled once for each of their few shapes."""

from collections.abc import Sequence
from functools import cache
from typing import Any
from uuid import UUID

from servicekit.storage.statement import Call, Statement, in_one_trip
from servicekit.storage.tables import AwareTime
from sqlalchemy import (
    BindParameter,
    ClauseElement,
    ColumnElement,
    Uuid,
    and_,
    bindparam,
    exists,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute, Session

from likes.domain.cursors import Position
from likes.ports import Counts, Like, Overview
from likes.storage.hidings import is_shown
from likes.storage.tables import LikeRow, MatchRow

MEMBER = bindparam("member", type_=Uuid)
LIMIT: BindParameter[int] = bindparam("most")
AFTER: tuple[BindParameter[Any], ...] = (
    bindparam("after_new"),
    bindparam("after_at", type_=AwareTime),
    bindparam("after_id", type_=Uuid),
)
Side = InstrumentedAttribute[UUID]
SENT, RECEIVED = (LikeRow.liker_id, LikeRow.liked_id), (LikeRow.liked_id, LikeRow.liker_id)


class Lists:
    def __init__(self, session: Session) -> None:
        self._session = session

    def overview(self, member_id: UUID, limit: int, *, received: bool | None, veiled: int) -> Overview:
        sent, theirs, matches, counted_sent, counted_received, hidden = in_one_trip(
            self._session,
            _call(sent_statement(False), member_id, None, limit),
            _call(received_statement(received, False), member_id, None, limit),
            _call(matches_statement(False), member_id, None, limit),
            counted_statement(True).with_(member=member_id),
            counted_statement(False).with_(member=member_id),
            _call(received_statement(False, False), member_id, None, veiled),
        )
        (given,), (got,) = counted_sent, counted_received
        return Overview(
            sent=_likes(sent),
            received=_likes(theirs),
            matches=_likes(matches),
            counts=Counts(received=got.all, new=got.new, sent=given.all, matches=got.mutual),
            veiled=_likes(hidden),
        )

    def counts(self, member_id: UUID) -> Counts:
        (given,), (got,) = in_one_trip(
            self._session,
            counted_statement(True).with_(member=member_id),
            counted_statement(False).with_(member=member_id),
        )
        return Counts(received=got.all, new=got.new, sent=given.all, matches=got.mutual)

    def sent_by(self, member_id: UUID, after: Position | None, limit: int) -> Sequence[Like]:
        return self._page(sent_statement(after is not None), member_id, after, limit)

    def received_by(self, member_id: UUID, after: Position | None, limit: int, mutual: bool | None) -> Sequence[Like]:
        return self._page(received_statement(mutual, after is not None), member_id, after, limit)

    def matches_of(self, member_id: UUID, after: Position | None, limit: int) -> Sequence[Like]:
        return self._page(matches_statement(after is not None), member_id, after, limit)

    def _page(self, statement: Statement, member_id: UUID, after: Position | None, limit: int) -> Sequence[Like]:
        (rows,) = in_one_trip(self._session, _call(statement, member_id, after, limit))
        return _likes(rows)


def _call(statement: Statement, member_id: UUID, after: Position | None, limit: int) -> Call:
    place = {"after_new": after.is_new, "after_at": after.at, "after_id": after.member_id} if after else {}
    return statement.with_(member=member_id, most=limit, **place)


def _likes(rows: Sequence[Any]) -> list[Like]:
    return [Like(row.other, row.at, row.is_new, row.is_match) for row in rows]


@cache
def sent_statement(goes_on: bool) -> Statement:
    return Statement(_listed(SENT, literal(False), None, goes_on))


@cache
def received_statement(mutual: bool | None, goes_on: bool) -> Statement:
    return Statement(_listed(RECEIVED, LikeRow.seen_at.is_(None), mutual, goes_on))


@cache
def matches_statement(goes_on: bool) -> Statement:
    """`at` is when the match was made."""
    mine, theirs = SENT
    conditions = [mine == MEMBER, is_shown(theirs, MEMBER)]
    if goes_on:
        _, at, member = AFTER
        conditions.append(tuple_(MatchRow.made_at, theirs) < tuple_(at, member))
    return Statement(
        select(
            theirs.label("other"),
            MatchRow.made_at.label("at"),
            literal(False).label("is_new"),
            literal(True).label("is_match"),
        )
        .join(MatchRow, _matched(mine, theirs))
        .where(*conditions)
        .order_by(MatchRow.made_at.desc(), theirs.desc())
        .limit(LIMIT)
    )


@cache
def counted_statement(of_sent: bool) -> Statement:
    mine, theirs = SENT if of_sent else RECEIVED
    # As a join, so that ten thousand likes are matched in one go.
    return Statement(
        select(
            func.count().label("all"),
            func.count().filter(LikeRow.seen_at.is_(None)).label("new"),
            func.count(MatchRow.first_id).label("mutual"),
        )
        .select_from(LikeRow)
        .outerjoin(MatchRow, _matched(mine, theirs))
        .where(mine == MEMBER, is_shown(theirs, MEMBER))
    )


def _listed(sides: tuple[Side, Side], is_new: ColumnElement[bool], mutual: bool | None, goes_on: bool) -> ClauseElement:
    mine, theirs = sides
    match = is_match(mine, theirs)
    conditions = [mine == MEMBER, is_shown(theirs, MEMBER)]
    if mutual is not None:
        conditions.append(match if mutual else ~match)
    if goes_on:
        conditions.append(tuple_(is_new, LikeRow.given_at, theirs) < tuple_(*AFTER))
    return (
        select(
            theirs.label("other"),
            LikeRow.given_at.label("at"),
            LikeRow.seen_at.is_(None).label("is_new"),
            match.label("is_match"),
        )
        .where(*conditions)
        .order_by(is_new.desc(), LikeRow.given_at.desc(), theirs.desc())
        .limit(LIMIT)
    )


def is_match(one: Side, other: Side) -> ColumnElement[bool]:
    return exists().where(MatchRow.first_id == func.least(one, other), MatchRow.second_id == func.greatest(one, other))


def _matched(mine: Side, theirs: Side) -> ColumnElement[bool]:
    return and_(MatchRow.first_id == func.least(mine, theirs), MatchRow.second_id == func.greatest(mine, theirs))
