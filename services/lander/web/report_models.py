"""Models of the marketing desk's report. Sums of money are hundredths of a unit of the currency."""

from datetime import date, datetime, timedelta
from typing import Self

from pydantic import Field, field_validator
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Output

from lander.domain.money import RevenueCheck
from lander.domain.report import LIFETIMES, Dimension, Report, ReportQuery, ReportRow, checked_range

# The value of a filter that asks for rows without one, because an empty parameter counts as absent.
NONE = "-"
DIMENSIONS = "|".join(Dimension)
# Rows of one answer; the file has all of them.
MOST_ROWS = 1_000


class WantedReport(Input):
    first: CalendarDate
    last: CalendarDate = Field(description="The last day, included; UTC")
    by: str = Field(
        Dimension.PAGE.value,
        pattern=f"^({DIMENSIONS})(,({DIMENSIONS})){{0,2}}$",
        description="One to three different dimensions, separated by commas",
    )
    page: str | None = Field(None, max_length=100, description="Only this page; `-` for none")
    network: str | None = Field(None, max_length=200, description="Only this network; `-` for none")

    @field_validator("by")
    @classmethod
    def _names_each_once(cls, by: str) -> str:
        names = by.split(",")
        if len(set(names)) != len(names):
            raise ValueError("a dimension twice")
        return by

    def query(self, site: str, today: date) -> ReportQuery:
        """Raises ReportRangeImpossible or ReportRangeTooLong."""
        first, after = checked_range(self.first, self.last, today)
        wanted = {Dimension.PAGE: self.page, Dimension.NETWORK: self.network}
        only = {name: "" if value == NONE else value for name, value in wanted.items() if value is not None}
        return ReportQuery(site, first, after, tuple(Dimension(name) for name in self.by.split(",")), only)


class RevenueOut(Output):
    currency: str
    purchases: int
    gross: int
    vat: int
    discount: int
    reversed: dict[str, int] = Field(description="By reason; `restored` is below zero")
    net: int
    payout: int
    cost: int
    net_a_view: float | None
    chargeback_share: float | None
    lifetime: dict[str, float] = Field(description="Net a sign-up within 1, 7, 30, 90 and 365 days, once one is as old")


class ReportRowOut(Output):
    key: list[str] = Field(description="A value for each dimension")
    views: int
    suspects: int
    bounced: int
    sign_ups: int = Field(description="Without suspect ones")
    suspect_sign_ups: int = Field(description="Waiting for a decision, or fraud")
    confirmed: int
    first_purchases: int
    revenue: list[RevenueOut] = Field(description="By currency")

    @classmethod
    def of(cls, row: ReportRow) -> Self:
        return cls(
            key=list(row.key),
            views=row.views,
            suspects=row.suspects,
            bounced=row.bounced,
            sign_ups=row.sign_ups,
            suspect_sign_ups=row.suspect_sign_ups,
            confirmed=row.confirmed,
            first_purchases=row.first_purchases,
            revenue=[_revenue(row, currency) for currency in sorted(row.revenue)],
        )


class LedgerCheckOut(Output):
    """The newest nightly comparison with billing; `last` is the last day it covered."""

    checked_at: datetime
    first: date
    last: date
    differences: int


class ReportAnswer(Output):
    first: date
    last: date
    by: list[str]
    has_views: bool
    has_sign_ups: bool
    rows: list[ReportRowOut]
    left_out: int = Field(description="Rows of the file that this answer has not")
    total: ReportRowOut
    attributed: ReportRowOut = Field(description="Of the total, sign-ups and money with a network")
    suspicions: dict[str, int] = Field(
        description="Suspect views by reason: `program`, `headers`, `rendering`, `too_many`; older ones have none"
    )
    check: LedgerCheckOut | None

    @classmethod
    def of(cls, report: Report, check: RevenueCheck | None) -> Self:
        return cls(
            first=report.query.first,
            last=_last(report.query.after),
            by=[name.value for name in report.query.by],
            has_views=report.query.has_views,
            has_sign_ups=report.query.has_sign_ups,
            rows=[ReportRowOut.of(row) for row in report.rows[:MOST_ROWS]],
            left_out=max(0, len(report.rows) - MOST_ROWS),
            total=ReportRowOut.of(report.total),
            attributed=ReportRowOut.of(report.attributed),
            suspicions=dict(report.suspicions),
            check=None if check is None else _check(check),
        )


def _revenue(row: ReportRow, currency: str) -> RevenueOut:
    money = row.money(currency)
    lifetimes = {str(days): row.lifetime_value(currency, days) for days in LIFETIMES}
    return RevenueOut(
        currency=currency,
        purchases=money.purchases,
        gross=money.gross,
        vat=money.vat,
        discount=money.discount,
        reversed={reason: back for reason, back in money.reversed.items() if back},
        net=money.net,
        payout=money.payout,
        cost=money.cost,
        net_a_view=money.net / row.views if row.views else None,
        chargeback_share=money.chargeback_share,
        lifetime={days: value for days, value in lifetimes.items() if value is not None},
    )


def _check(check: RevenueCheck) -> LedgerCheckOut:
    last = _last(check.after)
    return LedgerCheckOut(checked_at=check.checked_at, first=check.first, last=last, differences=check.differences)


def _last(after: date) -> date:
    return after - timedelta(days=1)
