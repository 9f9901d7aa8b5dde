"""Which visits went on after their first screen."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("visits", sa.Column("lb", sa.String, nullable=False, server_default=sa.text("''")))
    op.add_column("visits", sa.Column("went_on_at", sa.DateTime(timezone=True)))
