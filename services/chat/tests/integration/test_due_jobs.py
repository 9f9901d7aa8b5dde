"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from chat.wiring import Wiring
from chat.worker import jobs
from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

# New ids of a row, by table.
KEYS = {
    "greetings": lambda: {"member_id": uuid4()},
    "standing_changes": lambda: {"member_id": uuid4()},
    "fraud_notices": lambda: {"member_id": uuid4(), "decision_id": uuid4()},
    "calls": lambda: {name: uuid4() for name in ("id", "conversation_id", "caller_id", "callee_id", "caller_tab")},
}
LATER, NOW = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))


@pytest.mark.parametrize(
    ("name", "table", "row", "not_yet", "is_due"),
    [
        ("post_greetings", "greetings", {}, {"due_at": LATER}, {"due_at": NOW}),
        ("follow_status_changes", "standing_changes", {}, {"due_at": LATER}, {"due_at": NOW}),
        ("end_due_calls", "calls", {"kind": "voice"}, {"due_at": LATER}, {"due_at": NOW}),
        ("warn_of_fraud", "fraud_notices", {"number": 1}, {"is_active": False}, {"is_active": True}),
        ("warn_of_fraud", "fraud_notices", {"number": 1, "is_active": True}, {"is_done": True}, {"is_done": False}),
    ],
)
def test_a_job_is_due_when_a_row_is(
    wired: Wiring,
    database: Database,
    name: str,
    table: str,
    row: dict[str, Any],
    not_yet: dict[str, Any],
    is_due: dict[str, Any],
) -> None:
    rows = (row | not_yet, row | is_due)
    assert due_by_rows(jobs(wired), name, database, table, rows, KEYS[table]) == [False, False, True]
