"""Counts for the yearly transparency report (DSA, Articles 15 and 24), from the database of profiles.

Notices are complaints by members and visitors. Decisions are measures that took something away or warned, with their
reason, ground and whether a rule decided alone. Appeals are the internal complaints of Article 20. Days begin at
midnight UTC; `to` is the first day that does not count. DATABASE_URL_PROFILES names the database, otherwise it is that
of the instance that runs from PAIRWISE_HOME.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any

import psycopg
from importer.__main__ import address_of
from psycopg.rows import dict_row
from shared.kit.core import read_date

Report = dict[str, Any]

# Rows of the desk that take nothing away: a photo approved or returned, a picture unblocked, a report dismissed, a
# sanction lifted.
NO_MEASURE = ("approve_photo", "return_photo", "unblock_picture", "dismiss", "dismiss_abuse", "lift")

NOTICES = """
    SELECT kind, reason, CASE WHEN reporter_id IS NULL THEN 'visitor' ELSE 'member' END AS source, count(*) AS count
    FROM complaints WHERE kind IN ('profile', 'chat', 'other') AND made_at >= %(start)s AND made_at < %(end)s
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
NOTICES_DECIDED = """
    SELECT outcome, count(*) AS count,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM decided_at - made_at)) / 3600 AS median_hours
    FROM complaints
    WHERE kind IN ('profile', 'chat', 'other') AND decided_at >= %(start)s AND decided_at < %(end)s
    GROUP BY 1 ORDER BY 1
"""
FOUND = """
    SELECT kind, count(*) AS count FROM complaints
    WHERE kind IN ('picture', 'duplicate', 'text') AND made_at >= %(start)s AND made_at < %(end)s
    GROUP BY 1 ORDER BY 1
"""
# A decision that a second person has confirmed has two rows; the sanction is counted once, on the day of the first.
DECISIONS = """
    SELECT measure, coalesce(reason, '') AS reason, coalesce(ground, '') AS ground, automated, count(*) AS count
    FROM decisions WHERE measure <> ALL(%(no_measure)s) AND decided_at >= %(start)s AND decided_at < %(end)s
    AND NOT EXISTS (SELECT FROM confirmations WHERE final_decision_id = decisions.id AND outcome = 'confirmed')
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""
APPEALS = """
    SELECT d.measure, d.automated, coalesce(c.outcome, 'open') AS outcome, count(*) AS count,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM c.decided_at - c.made_at)) / 3600
               AS median_hours
    FROM complaints c LEFT JOIN decisions d ON d.id = c.decision_id
    WHERE c.kind = 'appeal' AND c.made_at >= %(start)s AND c.made_at < %(end)s
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
SECTIONS = {
    "notices": NOTICES,
    "notices_decided": NOTICES_DECIDED,
    "found_by_rules": FOUND,
    "decisions": DECISIONS,
    "appeals": APPEALS,
}
TITLES = {
    "notices": "Notices received (Articles 15(1)(b), 16)",
    "notices_decided": "Notices decided, with the median time until then",
    "found_by_rules": "Known or repeated pictures and contact details found by a rule, for a person (Article 15(1)(e))",
    "decisions": "Decisions (Articles 15(1)(c) and (e), 17, 23, 24(1)(b))",
    "appeals": "Appeals by what was appealed, with the median time until the decision (Article 15(1)(d))",
}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="start", type=read_date, required=True, help="the first day, 2026-01-01")
    parser.add_argument("--to", dest="end", type=read_date, required=True, help="the day after the last")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    given = parser.parse_args(arguments)
    if given.start >= given.end:
        parser.error("--from must be before --to")
    with psycopg.connect(address_of("profiles")) as connection:
        found = report(connection, given.start, given.end)
    print(json.dumps(found, indent=2) if given.json else as_tables(found))
    return 0


def report(connection: psycopg.Connection[Any], start: date, end: date) -> Report:
    """Return the counts of the days from `start` until before `end`; times are hours."""
    within = {"start": _midnight(start), "end": _midnight(end), "no_measure": list(NO_MEASURE)}
    cursor = connection.cursor(row_factory=dict_row)
    counts = {
        name: [{key: _plain(value) for key, value in row.items()} for row in cursor.execute(query, within)]
        for name, query in SECTIONS.items()
    }
    return {"from": start.isoformat(), "to": end.isoformat(), **counts}


def as_tables(found: Report) -> str:
    parts = [f"Transparency report, {found['from']} until before {found['to']}"]
    for name, title in TITLES.items():
        parts += ["", title, *_table(found[name])]
    return "\n".join(parts)


def _table(rows: Sequence[dict[str, Any]]) -> list[str]:
    if not rows:
        return ["  none"]
    cells = [list(rows[0]), *([_shown(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  " + "  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]


def _shown(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
    return str(value)


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, str | bool | int) else round(float(value), 1)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
