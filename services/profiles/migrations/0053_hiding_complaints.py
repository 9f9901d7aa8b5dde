"""Store for which reason an open complaint hides its member, also while a sanction does. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("complaints", sa.Column("hides_for", sa.String))
    op.execute(
        "UPDATE complaints SET hides_for = decisions.reason FROM decisions WHERE decisions.complaint_id = complaints.id"
        " AND decisions.measure = 'review' AND decisions.actor_id IS NULL AND complaints.decided_at IS NULL"
    )
