"""The index by which the reports of a case are found: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_complaints_case_id", "complaints", ["case_id"], postgresql_where=sa.text("case_id IS NOT NULL"))
