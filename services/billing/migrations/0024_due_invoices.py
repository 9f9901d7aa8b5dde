"""Find the payments whose invoice or credit note is due."""

from typing import Any

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

COLUMNS: list[Any] = ["decided_at", "id"]
IS_DUE = sa.text("status = 'completed' AND invoiced_minor <> amount * 100 - returned_minor")


def upgrade() -> None:
    build_index("ix_payments_to_invoice", "payments", COLUMNS, postgresql_where=IS_DUE)
