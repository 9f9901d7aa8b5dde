"""The report: what pages and sources bring, from views to net revenue."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import Self, TypeVar

from lander.errors import ReportRangeImpossible, ReportRangeTooLong

K = TypeVar("K")

# Views are deleted after 800 days, and what a year brought is compared with the year before.
LONGEST_RANGE = timedelta(days=800)

# Days after a sign-up up to which its money is summed. A sum counts the sign-ups that are that old.
LIFETIMES = (1, 7, 30, 90, 365)


class Dimension(StrEnum):
    """The dimensions of the report. Day, week (its Monday) and hour are those of the view or sign-up, in UTC.

    The country of a view is that of the visitor's network, the country of a sign-up the one that the member named.
    """

    PAGE = "page"
    VERSION = "version"
    ARM = "arm"
    NETWORK = "network"
    REF = "ref"
    SUB1 = "sub1"
    SUB2 = "sub2"
    SUB3 = "sub3"
    SUB4 = "sub4"
    SUB5 = "sub5"
    COUNTRY = "country"
    DEVICE = "device"
    LINK = "link"
    LANGUAGE = "language"
    CODE = "code"
    DAY = "day"
    WEEK = "week"
    HOUR = "hour"


# What a network may be paid for: a fixed sum for each sign-up, confirmed one or buyer, or a share of net revenue.
LEAD, CONFIRMED, SALE, SHARE = "lead", "confirmed", "sale", "share"
GOALS = (LEAD, CONFIRMED, SALE, SHARE)

# Views carry no campaign (decision 47), so rows by these have none.
CAMPAIGN = frozenset({Dimension.REF, Dimension.SUB1, Dimension.SUB2, Dimension.SUB3, Dimension.SUB4, Dimension.SUB5})
# Of views, in counters of their own.
CLASSES = frozenset({Dimension.COUNTRY, Dimension.DEVICE, Dimension.HOUR})
IN_TIME = frozenset({Dimension.DAY, Dimension.WEEK, Dimension.HOUR})
# A discount code belongs to a purchase, so rows by it have neither views nor sign-ups nor costs.
OF_PURCHASES = frozenset({Dimension.CODE})
WITHOUT_VIEWS = CAMPAIGN | OF_PURCHASES

# The line of refs and sub ids that are too rare to have one each.
OTHERS = "(others)"


@dataclass(frozen=True)
class ReportQuery:
    """Views and sign-ups of one site from `first` until before `after`, with all money of those sign-ups until now."""

    site: str
    first: date
    after: date
    by: tuple[Dimension, ...] = (Dimension.PAGE,)
    # Of all views and sign-ups, those with this value; an empty value is none, such as a sign-up without a network.
    only: Mapping[Dimension, str] = field(default_factory=dict)

    @property
    def has_views(self) -> bool:
        return WITHOUT_VIEWS.isdisjoint(self.by)

    @property
    def has_sign_ups(self) -> bool:
        return OF_PURCHASES.isdisjoint(self.by)


def checked_range(first: date, last: date, today: date) -> tuple[date, date]:
    """The first day and the day after the last one. Raises ReportRangeImpossible or ReportRangeTooLong."""
    if last < first or first > today:
        raise ReportRangeImpossible(field="first")
    if last - first >= LONGEST_RANGE:
        raise ReportRangeTooLong(field="first", days=LONGEST_RANGE.days)
    return first, last + timedelta(days=1)


@dataclass(frozen=True)
class Payout:
    """What a network is paid for: `minor` for each goal reached, or `share` hundredths of a percent of net revenue."""

    goal: str
    minor: int = 0
    currency: str = ""
    share: int = 0


@dataclass(slots=True)
class Revenue:
    """Money in one currency, in hundredths. `vat` and `reversed_vat` are inside `gross` and the reversals."""

    gross: int = 0
    vat: int = 0
    discount: int = 0
    purchases: int = 0
    charged_back: int = 0
    buyers: int = 0
    reversed: dict[str, int] = field(default_factory=dict)
    reversed_vat: int = 0
    # The part of the net revenue that suspect sign-ups brought: no network is owed a share of it.
    suspect_net: int = 0
    payout: int = 0
    cost: int = 0
    # Net revenue until so many days after the sign-up, of sign-ups that are as old.
    lifetime: dict[int, int] = field(default_factory=dict)

    @property
    def net(self) -> int:
        """Received without VAT, minus reversals without theirs, plus what was restored."""
        return self.gross - self.vat - sum(self.reversed.values()) + self.reversed_vat

    @property
    def chargeback_share(self) -> float | None:
        """The part of purchases whose chargeback stands; None without purchases."""
        return self.charged_back / self.purchases if self.purchases else None

    def add(self, other: "Revenue") -> None:
        # Name by name: a report by page, network and day adds 30,000 times.
        self.gross += other.gross
        self.vat += other.vat
        self.discount += other.discount
        self.purchases += other.purchases
        self.charged_back += other.charged_back
        self.buyers += other.buyers
        self.reversed_vat += other.reversed_vat
        self.suspect_net += other.suspect_net
        self.payout += other.payout
        self.cost += other.cost
        if other.reversed:
            _add(self.reversed, other.reversed)
        _add(self.lifetime, other.lifetime)


# In the order of the fields of a row.
_COUNTS = ("views", "suspects", "went_on", "sign_ups", "suspect_sign_ups", "confirmed", "first_purchases")


@dataclass(slots=True)
class ReportRow:
    """One line: counts, and money by currency. `is_old_enough` counts sign-ups by age in days, for `lifetime`.

    Suspect sign-ups are in no other count; their money is money, and in every sum.
    """

    key: tuple[str, ...] = ()
    views: int = 0
    suspects: int = 0
    went_on: int = 0
    sign_ups: int = 0
    suspect_sign_ups: int = 0
    confirmed: int = 0
    first_purchases: int = 0
    is_old_enough: dict[int, int] = field(default_factory=dict)
    revenue: dict[str, Revenue] = field(default_factory=dict)

    @property
    def bounced(self) -> int:
        """Views after which nobody went on; suspects apart."""
        return max(0, self.views - self.went_on)

    def money(self, currency: str) -> Revenue:
        if (found := self.revenue.get(currency)) is None:
            found = self.revenue[currency] = Revenue()
        return found

    def lifetime_value(self, currency: str, days: int) -> float | None:
        """Hundredths a sign-up has brought within so many days; None while no sign-up is that old."""
        old = self.is_old_enough.get(days, 0)
        return self.money(currency).lifetime.get(days, 0) / old if old else None

    @classmethod
    def sum_of(cls, rows: Collection["ReportRow"]) -> Self:
        """A row without a key; adds many of them faster than `add` one by one."""
        total = cls((), *(sum(map(attrgetter(name), rows)) for name in _COUNTS))
        for row in rows:
            total._add_by_age_and_currency(row)
        return total

    def add(self, other: "ReportRow") -> None:
        self.views += other.views
        self.suspects += other.suspects
        self.went_on += other.went_on
        self.sign_ups += other.sign_ups
        self.suspect_sign_ups += other.suspect_sign_ups
        self.confirmed += other.confirmed
        self.first_purchases += other.first_purchases
        self._add_by_age_and_currency(other)

    def _add_by_age_and_currency(self, other: "ReportRow") -> None:
        if other.is_old_enough:
            _add(self.is_old_enough, other.is_old_enough)
        for currency, money in other.revenue.items():
            self.money(currency).add(money)

    def owe(self, payout: Payout) -> None:
        """Add what a network is owed for this line, which is its own alone."""
        if payout.goal == SHARE:
            for money in self.revenue.values():
                money.payout += max(0, money.net - money.suspect_net) * payout.share // 10_000
            return
        buyers = sum(money.buyers for money in self.revenue.values())
        reached = {LEAD: self.sign_ups, CONFIRMED: self.confirmed, SALE: buyers}
        self.money(payout.currency).payout += reached[payout.goal] * payout.minor


@dataclass(frozen=True)
class Report:
    """All rows, those with most sign-ups first (by day and week in their order), and their sum."""

    query: ReportQuery
    rows: tuple[ReportRow, ...]
    total: ReportRow
    # Of all sign-ups and of all net revenue, those with a network: by currency for the revenue.
    attributed: ReportRow
    # Suspect views by the reason of the suspicion; those of the release before have none.
    suspicions: Mapping[str, int] = field(default_factory=dict)


def _add(mine: dict[K, int], theirs: Mapping[K, int]) -> None:
    for key, value in theirs.items():
        mine[key] = mine.get(key, 0) + value
