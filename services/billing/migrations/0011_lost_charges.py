"""The time whose charges a restored backup lacks: messages sent then were posted without one."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in ("lost_from", "lost_until"):
        op.add_column("audit_progress", sa.Column(column, sa.DateTime(timezone=True)))
