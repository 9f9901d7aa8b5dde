"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from notifications.wiring import Wiring
from notifications.worker import jobs
from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

# New ids of a row, by table.
KEYS = {
    "mails": lambda: {"id": uuid4(), "member_id": uuid4(), "template": "match"},
    "campaigns": lambda: {"id": uuid4(), "site": "pairwise", "name": "Spring"},
    "pushes": lambda: {"id": uuid4(), "endpoint": uuid4().hex, "member_id": uuid4(), "notice": "match", "topic": "t"},
}
PLAN = {"kind": "news", "audience": "all", "document": "{}"}
LATER, NOW = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))


@pytest.mark.parametrize(
    ("name", "table", "row", "not_yet", "is_due"),
    [
        ("send_emails", "mails", {}, {"next_try_at": LATER}, {"next_try_at": NOW}),
        ("send_emails", "mails", {}, {"state": "sent"}, {"state": "queued"}),
        ("draw_campaigns", "campaigns", PLAN | {"state": "scheduled"}, {"planned_at": LATER}, {"planned_at": NOW}),
        ("draw_campaigns", "campaigns", PLAN | {"planned_at": NOW}, {"state": "draft"}, {"state": "sending"}),
        ("send_pushes", "pushes", {}, {"next_try_at": LATER}, {"next_try_at": NOW}),
        ("send_pushes", "pushes", {}, {"state": "sent"}, {"state": "queued"}),
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
