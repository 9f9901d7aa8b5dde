"""Count the likes of each member in their newest minute of liking. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "like_paces",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("minute", sa.DateTime(timezone=True), nullable=False),
        sa.Column("likes", sa.Integer, nullable=False),
        sa.Column("fast_at", sa.DateTime(timezone=True)),
    )
