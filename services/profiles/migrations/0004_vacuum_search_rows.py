"""Vacuum search's rows early: a count walks its index alone only where the pages are known to be visible to all."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Every note of activity leaves a dead row behind; a fiftieth of the table is time to clear up.
    op.execute(
        "ALTER TABLE search_rows SET"
        " (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)"
    )
