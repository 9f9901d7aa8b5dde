"""The index of sign-ups that wait for a decision: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

WAITS = sa.text("suspicion IS NOT NULL AND decision IS NULL")


def upgrade() -> None:
    build_index("ix_leads_suspects", "leads", ["site", "network", "signed_up_at"], postgresql_where=WAITS)
