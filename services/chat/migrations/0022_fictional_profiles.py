"""Fictional profiles, and the leases of the people who answer for them. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("is_fictional", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.create_table(
        "fictional_leases",
        sa.Column("conversation_id", sa.Uuid, sa.ForeignKey("conversations.id"), primary_key=True),
        sa.Column("writer_id", sa.Uuid, nullable=False, index=True),
        sa.Column("expires_at", sa.TIMESTAMP(timezone=True), nullable=False),
    )
