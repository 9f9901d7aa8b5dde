"""Greetings: first messages of new members that are still to be posted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "greetings",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now(), index=True),
    )
