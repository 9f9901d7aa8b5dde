"""Jobs that look for due rows before they begin: they see all that is due, and nothing else."""

from uuid import uuid4

from shared.kit.db import Database
from shared.kit.testing.due_jobs import due_by_rows

from identity.wiring import Wiring
from identity.worker import jobs


def test_exports_are_packed_while_one_is_gathered(wired: Wiring, database: Database) -> None:
    rows = ({"state": "ready", "delivered": []}, {"state": "gathering", "delivered": []})
    found = due_by_rows(
        jobs(wired), "pack_exports", database, "exports", rows, lambda: {"id": uuid4(), "member_id": uuid4()}
    )
    assert found == [False, False, True]
