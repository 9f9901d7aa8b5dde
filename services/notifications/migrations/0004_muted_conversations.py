"""Conversations of which a member wants no mail and no push."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "muted_conversations",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("conversation_id", sa.Uuid, primary_key=True),
    )
