"""When an experiment was paused, and what its marketer noted. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("experiments", sa.Column("paused_at", sa.DateTime(timezone=True)))
    op.add_column("experiments", sa.Column("note", sa.String, nullable=False, server_default=""))
