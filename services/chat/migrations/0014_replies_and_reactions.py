"""Replies that name the message they answer, reactions to messages, and messages taken back by their sender."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("messages", sa.Column("reply_to", sa.Uuid))
    op.add_column("messages", sa.Column("retracted_at", AWARE))
    op.create_table(
        "reactions",
        sa.Column("message_id", sa.Uuid, sa.ForeignKey("messages.id"), primary_key=True),
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("reacted_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_reactions_member_id", "reactions", ["member_id"])
    op.create_table(
        "retracted_contents",
        sa.Column("message_id", sa.Uuid, sa.ForeignKey("messages.id"), primary_key=True),
        sa.Column("sender_id", sa.Uuid, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("hints", ARRAY(sa.String), nullable=False),
        sa.Column("photo", JSONB),
        sa.Column("retracted_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_retracted_contents_sender_id", "retracted_contents", ["sender_id"])
    op.create_index("ix_retracted_contents_retracted_at", "retracted_contents", ["retracted_at"])
