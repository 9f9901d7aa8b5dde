"""The report as a table: a header, and lines of text for each row and currency. Sums are in units, such as `9.99`."""

from collections.abc import Iterator
from decimal import Decimal

from lander.domain.money import REASONS, RESTORED
from lander.domain.report import LIFETIMES, Report, ReportRow, Revenue

COUNTS = ("views", "bounced", "suspects", "sign_ups", "suspect_sign_ups", "confirmed", "first_purchases")


def header(report: Report) -> list[str]:
    return [
        *(dimension.value for dimension in report.query.by),
        *COUNTS,
        "currency",
        "purchases",
        "gross",
        "vat",
        "discount",
        *(f"reversed_{reason}" for reason in REASONS),
        RESTORED,
        "net",
        "payout",
        "cost",
        "net_a_view",
        *(f"ltv_{days}" for days in LIFETIMES),
        "chargeback_share",
    ]


def lines(report: Report) -> Iterator[list[str]]:
    """Each row, once for each of its currencies; counts stand in the first of them, so that columns can be added up."""
    for row in report.rows:
        currencies = sorted(row.revenue) or [""]
        for number, currency in enumerate(currencies):
            counts = [str(getattr(row, name)) if number == 0 else "" for name in COUNTS]
            money = _money(row, currency) if currency else [""] * (len(header(report)) - len(row.key) - len(COUNTS) - 1)
            yield [*row.key, *counts, currency, *money]


def cells(report: Report) -> Iterator[list[str | Decimal]]:
    """The lines with numbers as numbers, so that one below zero is no text that a spreadsheet takes for a formula."""
    names = len(report.query.by)
    for line in lines(report):
        yield [*line[:names], *(Decimal(cell) if cell[-1:].isdigit() else cell for cell in line[names:])]


def _money(row: ReportRow, currency: str) -> list[str]:
    money: Revenue = row.money(currency)
    share = money.chargeback_share
    return [
        str(money.purchases),
        units(money.gross),
        units(money.vat),
        units(money.discount),
        *(units(money.reversed.get(reason, 0)) for reason in REASONS),
        units(-money.reversed.get(RESTORED, 0)),
        units(money.net),
        units(money.payout),
        units(money.cost),
        units(money.net / row.views) if row.views else "",
        *("" if (value := row.lifetime_value(currency, days)) is None else units(value) for days in LIFETIMES),
        "" if share is None else f"{share:.4f}",
    ]


def units(hundredths: float) -> str:
    """Hundredths as units with two decimals; a mean is rounded half to even."""
    return f"{hundredths / 100:.2f}"
