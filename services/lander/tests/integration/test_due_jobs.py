"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from lander.wiring import Wiring
from lander.worker import jobs
from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

# New ids of a row, by table.
KEYS = {
    "postbacks": lambda: {"id": uuid4(), "network": "n", "rank": 1, "lead_id": 1, "payout_minor": 1, "currency": "EUR"},
    "postback_tests": lambda: {"id": uuid4(), "network": "n"},
}
SHOWN = {"site": "pairwise", "goal": "confirmed"}
LATER, NOW = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))


@pytest.mark.parametrize(
    ("name", "table", "row", "not_yet", "is_due"),
    [
        ("send_postbacks", "postbacks", SHOWN, {"next_try_at": LATER}, {"next_try_at": NOW}),
        ("send_postbacks", "postbacks", SHOWN | {"next_try_at": NOW}, {"state": "sent"}, {"state": "queued"}),
        ("send_postback_tests", "postback_tests", SHOWN, {"next_try_at": LATER}, {"next_try_at": NOW}),
        ("send_postback_tests", "postback_tests", SHOWN, {"next_try_at": None}, {"next_try_at": NOW}),
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
