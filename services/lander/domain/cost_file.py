"""A file of costs, as networks export them: a header, then one line for each network, day and currency."""

import csv
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from io import StringIO

from lander.domain.network import CURRENCIES, Cost

MOST_ROWS = 5_000
SEPARATORS = (",", ";", "\t")
# The names that exports give to each column, without regard to case.
COLUMNS = {
    "network": ("network", "source"),
    "day": ("day", "date"),
    "sum": ("cost", "costs", "spend", "amount", "sum"),
    "currency": ("currency",),
}
# As many digits as the form of one cost takes.
SUM = re.compile(r"([0-9]{1,8})(?:[.,]([0-9]{1,2}))?")
MOST_PROBLEMS = 50


class CostProblem(StrEnum):
    """Why a line cannot be entered."""

    COLUMNS = "columns"  # the header lacks a column, or the line has fewer or more
    NETWORK = "network"  # the site does not have it
    DAY = "day"  # not written as 2026-01-31, or in the future
    SUM = "sum"  # not a number from 0 with at most two decimals
    CURRENCY = "currency"
    TWICE = "twice"  # another sum for the network, day and currency of an earlier line
    TOO_MANY = "too_many"  # more lines than a file may have


@dataclass(frozen=True)
class CostFileProblem:
    """A problem by the line of the file, which begins at 1 with the header."""

    line: int
    problem: CostProblem


def costs_of(text: str, networks: Collection[str], today: date) -> tuple[Sequence[Cost], Sequence[CostFileProblem]]:
    """The costs of a file and its first problems; a file with a problem is not entered."""
    head, *_ = text.removeprefix("\ufeff").splitlines() or [""]
    separator = max(SEPARATORS, key=head.count)
    lines = csv.reader(StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator)
    found: dict[tuple[str, date, str], Cost] = {}
    problems: list[CostFileProblem] = []
    places: dict[str, int] | None = None
    width = 0
    try:
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            if places is None:
                width = len(cells)
                if (places := _places(cells)) is None:
                    return [], [CostFileProblem(lines.line_num, CostProblem.COLUMNS)]
                continue
            # Of an amount with a separator and no quotation marks the rest is in a cell of its own.
            has_more = any(cell.strip() for cell in cells[width:])
            cost = CostProblem.COLUMNS if has_more else _cost(cells, places, networks, today)
            if isinstance(cost, Cost) and found.setdefault((cost.network, cost.day, cost.currency), cost) != cost:
                cost = CostProblem.TWICE
            if isinstance(cost, CostProblem):
                problems.append(CostFileProblem(lines.line_num, cost))
            if len(found) > MOST_ROWS:
                return [], [CostFileProblem(lines.line_num, CostProblem.TOO_MANY)]
            if len(problems) == MOST_PROBLEMS:
                break
    except csv.Error:
        problems.append(CostFileProblem(lines.line_num, CostProblem.COLUMNS))
    if places is None:
        problems.append(CostFileProblem(1, CostProblem.COLUMNS))
    return list(found.values()), problems


def _places(header: Sequence[str]) -> dict[str, int] | None:
    names = [name.strip().lower() for name in header]
    places = {
        column: names.index(found[0])
        for column, theirs in COLUMNS.items()
        if (found := [name for name in theirs if name in names])
    }
    return places if places.keys() == COLUMNS.keys() else None


def _cost(cells: Sequence[str], places: dict[str, int], networks: Collection[str], today: date) -> Cost | CostProblem:
    if len(cells) <= max(places.values()):
        return CostProblem.COLUMNS
    given = {column: cells[place].strip() for column, place in places.items()}
    if given["network"] not in networks:
        return CostProblem.NETWORK
    day = _day(given["day"])
    if day is None or day > today:
        return CostProblem.DAY
    if not (number := SUM.fullmatch(given["sum"])):
        return CostProblem.SUM
    if (currency := given["currency"].upper()) not in CURRENCIES:
        return CostProblem.CURRENCY
    return Cost(given["network"], day, int(number[1]) * 100 + int((number[2] or "").ljust(2, "0")), currency)


def _day(text: str) -> date | None:
    # `fromisoformat` takes other forms as well, such as 20260131 and weeks.
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
