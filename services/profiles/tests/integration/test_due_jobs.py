"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

from profiles.wiring import Wiring
from profiles.worker import jobs

# New ids of a row, by table.
KEYS = {
    "desk_decisions": lambda: dict.fromkeys(("case_id", "id", "batch_id", "actor_id"), uuid4()),
}
LATER, NOW = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))


@pytest.mark.parametrize(
    ("name", "table", "row", "not_yet", "is_due"),
    [
        (
            "carry_out_decisions",
            "desk_decisions",
            {"pool": 1, "is_photo": True, "measure": "approve"},
            {"due_at": LATER},
            {"due_at": NOW},
        ),
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


def test_a_suspension_is_confirmed_while_there_is_one(wired: Wiring, database: Database) -> None:
    row = {"suspended": True, "version": 1}
    found = due_by_rows(
        jobs(wired), "confirm_suspensions", database, "pending_suspensions", [row], lambda: {"member_id": uuid4()}
    )
    assert found == [False, True]
