"""The report of a site: `python -m lander.report pairwise --by network,week --from 2026-01-01 --to 2027-01-01`."""

import argparse
import sys
from datetime import UTC, datetime, timedelta

from shared.kit.core import csv_of, read_date, set_up_logs, variable
from shared.kit.db import Database
from shared.languages import LOCALES

from lander.domain.report import Dimension, ReportQuery
from lander.domain.report_table import cells, header
from lander.storage import LanderUnit
from lander.usecases.make_report import make_report


def main(arguments: list[str] | None = None) -> int:
    """Print the report as CSV; 1 for days in the wrong order."""
    given = _parser().parse_args(arguments)
    if given.first >= given.after:
        print("the report begins before it ends: --from is earlier than --to", file=sys.stderr)
        return 1
    query = ReportQuery(given.site, given.first, given.after, given.by)
    report = make_report(LanderUnit(Database(variable("DATABASE_URL"))), query)
    sys.stdout.write(csv_of([header(report), *cells(report)], given.locale))
    return 0


def dimensions(text: str) -> tuple[Dimension, ...]:
    """One to three dimensions, separated by commas. Raises ValueError."""
    found = tuple(Dimension(name) for name in text.split(","))
    if not 1 <= len(found) <= 3 or len(set(found)) != len(found):
        raise ValueError("one to three different dimensions")
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site")
    names = ", ".join(Dimension)
    parser.add_argument("--by", type=dimensions, default=(Dimension.PAGE,), help=f"one to three of {names}")
    today = datetime.now(UTC).date()
    first = today - timedelta(days=30)
    parser.add_argument("--from", dest="first", type=read_date, default=first, help="first day, UTC")
    parser.add_argument("--to", dest="after", type=read_date, default=today + timedelta(days=1))
    parser.add_argument("--locale", choices=LOCALES, help="write the numbers as spreadsheets of this locale read them")
    return parser


if __name__ == "__main__":
    set_up_logs("lander", "report")
    raise SystemExit(main())
