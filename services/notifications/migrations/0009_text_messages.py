"""Store text messages: those to people chosen for dates as a queue, and what became of every one. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "text_messages",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid),
        sa.Column("purpose", sa.String),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
    )
    op.create_index(
        "ix_text_messages_due",
        "text_messages",
        ["next_try_at"],
        postgresql_where=sa.text("state IN ('queued', 'sending')"),
    )
    op.create_index("ix_text_messages_member_id", "text_messages", ["member_id"])
    op.create_index("ix_text_messages_created_at", "text_messages", ["created_at"])
