"""The report's three statements: views, sign-ups, and money with what went back of it (scripts/bench growth).

Each groups by the report's dimensions and by network, because what a network is owed depends on it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Date,
    Row,
    Select,
    SQLColumnExpression,
    String,
    and_,
    case,
    cast,
    distinct,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Session

from lander.domain.money import CHARGEBACK, REASONS, RESTORED
from lander.domain.report import (
    CAMPAIGN,
    CLASSES,
    LIFETIMES,
    OTHERS,
    Dimension,
    Payout,
    ReportQuery,
    ReportRow,
    Revenue,
)
from lander.storage.suspects import IS_SUSPECT
from lander.storage.tables import (
    NO_HOUR,
    CostRow,
    LeadRow,
    LinkViewRow,
    NetworkRow,
    ReceiptRow,
    ReversalRow,
    SuspicionRow,
    ViewClassRow,
    ViewRow,
)

Key = tuple[str, ...]
# Where they are not named as the dimension.
COLUMNS = {Dimension.LANGUAGE: "locale"}
Part = tuple[str, ReportRow]
# Refs and sub ids with lines of their own: a sub id is often that of one click, and nobody reads 80,000 lines.
MOST_VALUES = 1_000
# In the order of the statement of money.
SUMMED = ("purchases", "gross", "vat", "discount", "charged_back", "buyers", "reversed_vat", "suspect_net")
RETURNED = (*REASONS, RESTORED)


@dataclass(frozen=True)
class _Group:
    """A statement whose rows have the network at `first`, the key's texts until `after`, and then sums for a line.

    By position, and keys as the texts they are in the report: one by page, network and day has 30,000 rows.
    """

    statement: Select[Any]
    first: int
    after: int
    line: Callable[[Key, Row[Any]], ReportRow]


class ReportRepository:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._frequent: dict[Dimension, list[str]] = {}

    def parts(self, query: ReportQuery) -> Iterator[Part]:
        """Lines of the report with the network each belongs to; the same key may come several times.

        Of refs and sub ids the 1,000 with most sign-ups have lines of their own, and all others are OTHERS.
        """
        self._frequent = {name: self._most_frequent(query, name) for name in query.by if name in CAMPAIGN}
        groups = [self._views(query)] if query.has_views else []
        if query.has_views and Dimension.LINK in query.by:
            groups += [self._link_views(query), self._views_without_link(query)]
        groups += [self._money(query)]
        groups += [self._sign_ups(query), self._costs(query)] if query.has_sign_ups else []
        # Rows of one become lines while the database groups the next: together as long as the longer of both. Until the
        # last row, nobody but the reader's thread uses the session.
        with ThreadPoolExecutor(1) as reader:
            for group, found in [(group, reader.submit(self._rows, group)) for group in groups]:
                for row in found.result():
                    yield row[group.first], group.line(row[group.first + 1 : group.after], row)

    def suspicions(self, query: ReportQuery) -> Mapping[str, int]:
        """Suspect views by the reason of the suspicion, within the query's range and filters."""
        columns = {Dimension.PAGE: SuspicionRow.page, Dimension.NETWORK: SuspicionRow.network}
        filters = [columns[name] == value for name, value in query.only.items() if name in columns]
        within = and_(SuspicionRow.site == query.site, SuspicionRow.day >= query.first, SuspicionRow.day < query.after)
        rows = self._session.execute(
            select(SuspicionRow.reason, func.sum(SuspicionRow.views).label("views"))
            .where(within, *filters)
            .group_by(SuspicionRow.reason)
        )
        return {row.reason: int(row.views) for row in rows}

    def payouts(self, site: str) -> Mapping[str, Payout]:
        """What each network of a site is paid for, without those that are paid for nothing here."""
        rows = self._session.scalars(select(NetworkRow).where(NetworkRow.site == site, NetworkRow.payout_goal != ""))
        return {
            row.name: Payout(row.payout_goal, row.payout_minor, row.payout_currency, row.payout_share) for row in rows
        }

    def _views(self, query: ReportQuery) -> _Group:
        return self._views_of(ViewRow if CLASSES.isdisjoint(query.by) else ViewClassRow, query)

    def _link_views(self, query: ReportQuery) -> _Group:
        return self._views_of(LinkViewRow, query)

    def _views_without_link(self, query: ReportQuery) -> _Group:
        """Views that a link led to, taken off those without one: `_views` knows no links."""
        group, place = self._views_of(LinkViewRow, query), query.by.index(Dimension.LINK)

        def line(key: Key, row: Row[Any]) -> ReportRow:
            of_link = group.line((*key[:place], "", *key[place + 1 :]), row)
            return ReportRow(of_link.key, -of_link.views, -of_link.suspects, -of_link.went_on)

        return replace(group, line=line)

    def _views_of(self, table: Any, query: ReportQuery) -> _Group:
        is_genuine = ~table.is_suspect
        sums = [
            _sum(table.views, is_genuine).label("views"),
            _sum(table.views, table.is_suspect).label("suspects"),
            _sum(table.went_on, is_genuine).label("went_on"),
        ]
        where = and_(table.site == query.site, table.day >= query.first, table.day < query.after)

        def line(key: Key, row: Row[Any]) -> ReportRow:
            return ReportRow(key, *row[-len(sums) :])

        return self._grouped(query, table, table.day, sums, where, line)

    def _sign_ups(self, query: ReportQuery) -> _Group:
        sums = [
            func.count().filter(~IS_SUSPECT).label("sign_ups"),
            func.count().filter(IS_SUSPECT).label("suspect_sign_ups"),
            func.count(LeadRow.confirmed_at).filter(~IS_SUSPECT).label("confirmed"),
            func.count(LeadRow.first_paid_at).filter(~IS_SUSPECT).label("first_purchases"),
            *(func.count().filter(_is_old(days), ~IS_SUSPECT).label(f"old_{days}") for days in LIFETIMES),
        ]
        where = and_(LeadRow.site == query.site, *_within(query, LeadRow.signed_up_at))

        def line(key: Key, row: Row[Any]) -> ReportRow:
            counts, old = row[-len(sums) : -len(LIFETIMES)], row[-len(LIFETIMES) :]
            found = ReportRow(key, 0, 0, 0, *counts)
            found.is_old_enough = dict(zip(LIFETIMES, old, strict=True))
            return found

        return self._grouped(query, LeadRow, LeadRow.signed_up_at, sums, where, line)

    def _money(self, query: ReportQuery) -> _Group:
        back = _went_back()
        # Money without a sign-up (of members from before, or after an erasure) counts on the day it came.
        at = func.coalesce(LeadRow.signed_up_at, ReceiptRow.completed_at)
        is_charged_back = back.c[CHARGEBACK] + back.c[RESTORED] > 0
        is_kept = ReceiptRow.minor > back.c.minor
        sums = [
            func.count().label("purchases"),
            _sum(ReceiptRow.minor).label("gross"),
            _sum(ReceiptRow.vat_minor).label("vat"),
            _sum(ReceiptRow.discount_minor).label("discount"),
            func.count().filter(is_charged_back).label("charged_back"),
            func.count(distinct(ReceiptRow.lead_id)).filter(is_kept, ~IS_SUSPECT).label("buyers"),
            _sum(back.c.vat_minor).label("reversed_vat"),
            _sum(_net(back), IS_SUSPECT).label("suspect_net"),
            *(_sum(back.c[reason]).label(reason) for reason in RETURNED),
            *(_lifetime(back, days).label(f"lifetime_{days}") for days in LIFETIMES),
        ]
        source = (
            select(ReceiptRow.currency.label("currency"))
            .select_from(ReceiptRow)
            .outerjoin(LeadRow, LeadRow.id == ReceiptRow.lead_id)
            .outerjoin(back, literal(True))
            .group_by(ReceiptRow.currency)
        )
        where = and_(ReceiptRow.site == query.site, *_within(query, at))

        def line(key: Key, row: Row[Any]) -> ReportRow:
            values = row[-len(sums) :]
            returned, lifetime = values[len(SUMMED) : -len(LIFETIMES)], values[-len(LIFETIMES) :]
            money = Revenue(**dict(zip(SUMMED, values, strict=False)))
            money.reversed = {reason: back for reason, back in zip(RETURNED, returned, strict=True) if back}
            money.lifetime = dict(zip(LIFETIMES, lifetime, strict=True))
            return ReportRow(key, revenue={row.currency: money})

        return self._grouped(query, LeadRow, at, sums, where, line, source)

    def _costs(self, query: ReportQuery) -> _Group:
        """Costs are entered by network and day, so a report by anything else shows them in its sum alone."""
        where = and_(CostRow.site == query.site, CostRow.day >= query.first, CostRow.day < query.after)
        source = select(CostRow.currency.label("currency")).group_by(CostRow.currency)
        sums = [_sum(CostRow.minor).label("cost")]

        def line(key: Key, row: Row[Any]) -> ReportRow:
            return ReportRow(key, revenue={row.currency: Revenue(cost=row.cost)})

        return self._grouped(query, CostRow, CostRow.day, sums, where, line, source)

    def _grouped(
        self,
        query: ReportQuery,
        table: Any,
        at: Any,
        sums: list[Any],
        where: ColumnElement[bool],
        line: Callable[[Key, Row[Any]], ReportRow],
        source: Select[Any] | None = None,
    ) -> _Group:
        """Sums by network and the report's dimensions."""
        network = func.coalesce(table.network, "").label("network")
        keys = {name: self._key(name, table, at) for name in query.by}
        texts = [_text(name, key).label(name.value) for name, key in keys.items()]
        start = select() if source is None else source
        wanted = [_is(table, name, value) for name, value in query.only.items()]
        statement = start.add_columns(network, *texts, *sums).where(where, *wanted).group_by(network, *keys.values())
        first = len(start.selected_columns)
        return _Group(statement, first, first + 1 + len(texts), line)

    def _rows(self, group: _Group) -> Sequence[Row[Any]]:
        return self._session.connection().execute(group.statement).all()

    def _key(self, dimension: Dimension, table: Any, at: Any) -> ColumnElement[Any]:
        match dimension:
            case Dimension.DAY:
                return cast(at, Date)
            case Dimension.WEEK:
                return cast(func.date_trunc("week", at), Date)
            case Dimension.CODE:
                return func.coalesce(ReceiptRow.code, "")
            case Dimension.HOUR:
                return _hour(table)
        found = getattr(table, COLUMNS.get(dimension, dimension.value), None)
        if found is None:
            return literal("")
        frequent = self._frequent.get(dimension)
        if frequent is None:
            return func.coalesce(found, 0 if dimension in (Dimension.VERSION, Dimension.ARM) else "")
        # A hashed subplan: an array of a thousand values would be searched for each row.
        values = select(func.unnest(literal(frequent, ARRAY(String))))
        return case((found.in_(values), found), (found.is_(None), ""), else_=OTHERS)

    def _most_frequent(self, query: ReportQuery, dimension: Dimension) -> list[str]:
        column = getattr(LeadRow, dimension.value)
        where = and_(LeadRow.site == query.site, *_within(query, LeadRow.signed_up_at))
        values = select(column).where(where).group_by(column).order_by(func.count().desc(), column).limit(MOST_VALUES)
        return list(self._session.scalars(values))


def _sum(value: Any, *where: SQLColumnExpression[bool]) -> ColumnElement[int]:
    """The sum, 0 of no rows. As a bigint: PostgreSQL's own numeric is slow to add up and to read."""
    total = func.sum(value)
    return cast(func.coalesce(total.filter(*where) if where else total, 0), BigInteger)


def _text(dimension: Dimension, key: ColumnElement[Any]) -> ColumnElement[str]:
    is_day = dimension in (Dimension.DAY, Dimension.WEEK)
    return func.to_char(key, "YYYY-MM-DD") if is_day else cast(key, String)


def _hour(table: Any) -> ColumnElement[str]:
    """Of the day in UTC, `00` to `23`; empty where only the day is known, such as for an erased member."""
    if table in (ViewClassRow, LinkViewRow):
        return case((table.hour == NO_HOUR, ""), else_=func.lpad(cast(table.hour, String), 2, "0"))
    if table is not LeadRow:
        return literal("")
    at = func.timezone("UTC", LeadRow.signed_up_at)
    return case((at > func.date_trunc("day", at), func.to_char(at, "HH24")), else_="")


def _is(table: Any, dimension: Dimension, value: str) -> ColumnElement[bool]:
    """Whether a row has this value; costs, which have no page, have an empty one."""
    column = getattr(table, dimension.value, None)
    return (literal("") if column is None else func.coalesce(column, "")) == value


def _within(query: ReportQuery, at: Any) -> list[ColumnElement[bool]]:
    return [at >= query.first, at < query.after]


def _is_old(days: int) -> ColumnElement[bool]:
    return LeadRow.signed_up_at <= func.now() - timedelta(days=days)


def _went_back() -> Any:
    """What went back of one receipt: in all, by reason, and by the age of its sign-up. One index lookup a receipt."""
    net = ReversalRow.minor - ReversalRow.vat_minor
    by_reason = [_sum(ReversalRow.minor, ReversalRow.reason == reason).label(reason) for reason in RETURNED]
    by_age = [
        _sum(net, ReversalRow.reversed_at < LeadRow.signed_up_at + timedelta(days=days)).label(f"net_{days}")
        for days in LIFETIMES
    ]
    return (
        select(
            _sum(ReversalRow.minor).label("minor"),
            _sum(ReversalRow.vat_minor).label("vat_minor"),
            *by_reason,
            *by_age,
        )
        .where(ReversalRow.payment_id == ReceiptRow.payment_id)
        .correlate(ReceiptRow, LeadRow)
        .lateral("back")
    )


def _lifetime(back: Any, days: int) -> ColumnElement[Any]:
    """Net revenue within so many days after the sign-up, of sign-ups that are as old."""
    is_within = ReceiptRow.completed_at < LeadRow.signed_up_at + timedelta(days=days)
    received = case((is_within, ReceiptRow.minor - ReceiptRow.vat_minor), else_=0)
    return _sum(received - back.c[f"net_{days}"], _is_old(days), ~IS_SUSPECT)


def _net(back: Any) -> ColumnElement[Any]:
    net: ColumnElement[int] = ReceiptRow.minor - ReceiptRow.vat_minor - (back.c.minor - back.c.vat_minor)
    return net
