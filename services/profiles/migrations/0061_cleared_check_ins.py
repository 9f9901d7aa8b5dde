"""Store when a member had their person know that they are fine. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("date_check_ins", sa.Column("fine_at", sa.DateTime(timezone=True)))
