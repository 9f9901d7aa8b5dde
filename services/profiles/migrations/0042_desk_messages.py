"""Store messages of the desk to members, questions to reporters with their answers, and saved replies. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "desk_messages",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("case_id", sa.Uuid, nullable=False),
        sa.Column("complaint_id", sa.Uuid),
        sa.Column("author_id", sa.Uuid, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("answer", sa.Text),
        sa.Column("answered_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_desk_messages_member_id", "desk_messages", ["member_id"])
    op.create_index("ix_desk_messages_case_id", "desk_messages", ["case_id"])
    op.create_index(
        "uq_desk_messages_complaint_id",
        "desk_messages",
        ["complaint_id"],
        unique=True,
        postgresql_where=sa.text("complaint_id IS NOT NULL"),
    )
    op.create_table(
        "saved_replies",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("pool", sa.SmallInteger, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("texts", postgresql.JSONB, nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
