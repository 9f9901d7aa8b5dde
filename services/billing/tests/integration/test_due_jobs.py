"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from billing.wiring import Wiring
from billing.worker import jobs
from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

PAYMENT = {
    "status": "open",
    "body_hash": b"",
    "locale": "en",
    "package_id": "p0",
    "credits": 20,
    "amount": 9.99,
    "currency": "EUR",
    "method": "ideal",
    "site": "pairwise",
}
# New ids of a row, by table.
KEYS = {
    "refunds": lambda: {"id": uuid4(), "payment_id": uuid4(), "member_id": uuid4()},
    "unsettled_charges": lambda: {"charge_id": uuid4()},
    "payments": lambda: {"id": uuid4(), "member_id": uuid4()},
}
LATER, NOW = (datetime.now(UTC) + timedelta(days=days) for days in (1, -1))
OWED = {"credits": 20, "minor": 999}
MADE, LATE = {"provider_id": "tr_1"}, {"ask_after": NOW}


@pytest.mark.parametrize(
    ("name", "table", "row", "not_yet", "is_due"),
    [
        ("pay_refunds", "refunds", OWED, {"ask_after": LATER}, {"ask_after": NOW}),
        ("pay_refunds", "refunds", OWED, {"ask_after": NOW, "made_at": NOW}, {"ask_after": NOW}),
        ("settle_payments", "payments", PAYMENT, {"provider_id": "tr_0", "ask_after": LATER}, MADE | LATE),
        ("settle_payments", "payments", PAYMENT, LATE, MADE | LATE),
        ("create_payments", "payments", PAYMENT, {"ask_after": LATER}, LATE),
        ("create_payments", "payments", PAYMENT, MADE | LATE, LATE),
        ("settle_charges", "unsettled_charges", {}, {"ask_after": LATER}, {"ask_after": NOW}),
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
