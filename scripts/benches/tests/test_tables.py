"""The judge of plans over big tables: on a log as the server writes it, and on real tables of a small size."""

import json

import pytest
from benches import tables
from benches.tables import MOST_ROWS, Reads, _reads, measure

SCANS = [
    {
        "Node Type": "Index Scan",
        "Relation Name": "messages",
        "Actual Rows": 3,
        "Actual Loops": 2,
        "Rows Removed by Filter": 4,
    },
    {"Node Type": "Seq Scan", "Relation Name": "members", "Actual Rows": 900, "Actual Loops": 1},
]
DELETED = {"Node Type": "Seq Scan", "Relation Name": "feed_20261125", "Actual Rows": 1, "Actual Loops": 1}
PLANS = [
    {"Node Type": "Nested Loop", "Shared Hit Blocks": 7, "Shared Read Blocks": 2, "Plans": SCANS},
    {"Node Type": "ModifyTable", "Relation Name": "feed", "Shared Hit Blocks": 1, "Plans": [DELETED]},
]


def logged(plan: object) -> str:
    """As the server writes a plan: further lines of an entry begin with a tab."""
    text = json.dumps({"Query Text": "of no matter", "Plan": plan}, indent=2)
    lines = "".join(f"\t{line}\n" for line in text.splitlines())
    return f"2026-11-25 21:00:00.000 UTC [7] chat@chat LOG:  duration: 0.100 ms  plan:\n{lines}"


LOG = "".join(map(logged, PLANS)) + "2026-11-25 21:00:00.002 UTC [7] chat@chat LOG:  something else\n"


def test_rows_and_pages_of_big_tables_are_added_up() -> None:
    assert _reads(LOG) == Reads(rows=(3 + 4) * 2 + 1, pages=10, whole=["feed_20261125"])


def test_plans_of_all_steps_stay_within_a_page() -> None:
    lines = {line.what: line.value for line in measure(rows=100_000)}

    read = {what: value for what, value in lines.items() if what.endswith("rows read of big tables")}
    assert read.keys() >= {f"{step}: rows read of big tables" for step in ("a message", "an erasure", "a charge")}
    assert max(read.values()) <= MOST_ROWS


def test_a_table_that_is_read_as_a_whole_ends_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "postgres_server", NoServer)
    monkeypatch.setattr(tables, "_chat", lambda *_: {"a message": Reads(rows=3, whole=["messages"])})
    monkeypatch.setattr(tables, "_billing", lambda *_: {"a charge": Reads(rows=1)})

    with pytest.raises(SystemExit, match="a message"):
        measure(rows=1)


class NoServer:
    def __init__(self, **_: object) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...
