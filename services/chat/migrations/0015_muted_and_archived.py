"""Conversations that a participant has muted or archived."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("is_muted", "is_archived"):
        op.add_column("participations", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("false")))
