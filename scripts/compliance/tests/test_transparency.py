"""The transparency report counts the events of its days, and nothing else."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from profiles.moderation.domain.moderation import CONTESTABLE, Kind, Measure
from shared.kit.testing.database import migrated

from compliance.transparency import NO_MEASURE, Report, as_tables, report

START, END = date(2026, 1, 1), date(2027, 1, 1)
MIDDLE = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def connection(postgres_server: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(migrated(postgres_server, "profiles", apart="_transparency")) as opened:
        yield opened
        opened.rollback()


def complain(connection: psycopg.Connection[Any], kind: str, **columns: Any) -> None:
    row = {
        "id": uuid4(),
        "kind": kind,
        "reason": "fake",
        "text": "",
        "locale": "en",
        "site": "pairwise",
        "made_at": MIDDLE,
        **columns,
    }
    _insert(connection, "complaints", row)


def decide(connection: psycopg.Connection[Any], measure: str, **columns: Any) -> Any:
    row = {"id": uuid4(), "member_id": uuid4(), "measure": measure, "decided_at": MIDDLE, **columns}
    _insert(connection, "decisions", row)
    return row["id"]


def _suspend_by_two(connection: psycopg.Connection[Any], outcome: str | None, at: datetime = MIDDLE) -> None:
    """A suspension at `at`, and its confirmation by a second person two days later, unless there is no outcome."""
    stated = {"member_id": uuid4(), "reason": "fraud", "ground": "law"}
    proposer, second = uuid4(), uuid4()
    first = decide(connection, "suspend", actor_id=proposer, decided_at=at, **stated)
    final = None
    if outcome == "confirmed":
        final = decide(connection, "suspend", actor_id=second, decided_at=at + timedelta(days=2), **stated)
    row = {"decision_id": first, "member_id": stated["member_id"], "proposed_by": proposer, "expires_at": at}
    settled = {"outcome": outcome, "settled_by": second, "final_decision_id": final} if outcome else {}
    _insert(connection, "confirmations", {**row, **settled})


def _insert(connection: psycopg.Connection[Any], table: str, row: dict[str, Any]) -> None:
    names, places = ", ".join(row), ", ".join(f"%({name})s" for name in row)
    connection.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", row)  # noqa: S608


@pytest.fixture(scope="module")
def found(connection: psycopg.Connection[Any]) -> Report:
    ann, hours = uuid4(), timedelta(hours=1)
    for waited in (2, 4, 12):
        complain(connection, "chat", reporter_id=ann, outcome="acted", decided_at=MIDDLE + waited * hours)
    complain(connection, "profile", reason="minor", outcome="dismissed", decided_at=MIDDLE + 3 * hours)
    complain(connection, "other")
    complain(connection, "picture", reason="nudity")
    complain(connection, "duplicate")
    complain(connection, "text")
    hidden = decide(connection, "hide", actor_id=uuid4(), reason="fake", ground="terms")
    reviewed = decide(connection, "review", reason="minor", ground="law")
    decide(connection, "hide", actor_id=uuid4(), reason="fake", ground="terms")
    decide(connection, "suspend_reports", actor_id=uuid4())
    _suspend_by_two(connection, "confirmed")
    _suspend_by_two(connection, "confirmed", at=datetime(2025, 12, 31, 23, tzinfo=UTC))
    _suspend_by_two(connection, None)
    for measure in NO_MEASURE:
        decide(connection, measure, actor_id=uuid4())
    complain(connection, "appeal", decision_id=hidden, outcome="acted", decided_at=MIDDLE + 30 * hours)
    complain(connection, "appeal", decision_id=reviewed)
    # Days outside: the last moment before, and the first after.
    for at in (datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)):
        complain(connection, "chat", made_at=at, decided_at=at, outcome="acted")
        decide(connection, "suspend", actor_id=uuid4(), decided_at=at)
    return report(connection, START, END)


def test_notices_are_counted_by_kind_reason_and_source(found: Report) -> None:
    assert found["notices"] == [
        {"kind": "chat", "reason": "fake", "source": "member", "count": 3},
        {"kind": "other", "reason": "fake", "source": "visitor", "count": 1},
        {"kind": "profile", "reason": "minor", "source": "visitor", "count": 1},
    ]
    assert found["notices_decided"] == [
        {"outcome": "acted", "count": 3, "median_hours": 4.0},
        {"outcome": "dismissed", "count": 1, "median_hours": 3.0},
    ]
    assert found["found_by_rules"] == [{"kind": kind, "count": 1} for kind in ("duplicate", "picture", "text")]


def test_decisions_are_counted_by_measure_reason_and_whether_a_rule_decided(found: Report) -> None:
    assert found["decisions"] == [
        {"measure": "hide", "reason": "fake", "ground": "terms", "automated": False, "count": 2},
        {"measure": "review", "reason": "minor", "ground": "law", "automated": True, "count": 1},
        {"measure": "suspend", "reason": "fraud", "ground": "law", "automated": False, "count": 2},
        {"measure": "suspend_reports", "reason": "", "ground": "", "automated": False, "count": 1},
    ]


def test_appeals_are_counted_with_their_outcome_and_time(found: Report) -> None:
    assert found["appeals"] == [
        {"measure": "hide", "automated": False, "outcome": "acted", "count": 1, "median_hours": 30.0},
        {"measure": "review", "automated": True, "outcome": "open", "count": 1, "median_hours": None},
    ]


def test_the_tables_say_all_of_it(found: Report) -> None:
    shown = as_tables(found)

    assert "2026-01-01 until before 2027-01-01" in shown
    assert [line.split() for line in shown.splitlines() if "hide" in line] == [
        ["hide", "fake", "terms", "no", "2"],
        ["hide", "no", "acted", "1", "30.0"],
    ]
    empty = {**found, "appeals": []}
    assert "none" in as_tables(empty)


def test_every_measure_and_kind_is_counted_or_left_out_on_purpose() -> None:
    assert {str(measure) for measure in Measure} == {*map(str, CONTESTABLE), *NO_MEASURE}
    assert {str(kind) for kind in Kind} == {"profile", "chat", "other", "appeal", "picture", "duplicate", "text"}
