"""Looks of staff without a case, looked through by another person; the number that a search found. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staff_actions", sa.Column("found", sa.Integer))
    op.create_table(
        "read_reviews",
        sa.Column("action_id", sa.BigInteger, primary_key=True),
        sa.Column("reviewer_id", sa.Uuid, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
