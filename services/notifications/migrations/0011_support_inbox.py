"""Mails to support in threads, with replies and notes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "support_threads",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("is_spam", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("assigned_to", sa.Uuid),
        sa.Column("member_id", sa.Uuid),
        sa.Column("is_looked_up", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("reply_token", sa.String, nullable=False),
        sa.Column("related_id", sa.Uuid),
        sa.Column("mails", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("created_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("last_mail_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_index("ix_support_threads_desk", "support_threads", ["site", "state", "last_mail_at"])
    op.create_index("ix_support_threads_address", "support_threads", ["site", "address", "last_mail_at"])
    op.create_index("ix_support_threads_member_id", "support_threads", ["member_id"])
    op.create_index("ix_support_threads_assigned_to", "support_threads", ["assigned_to"])
    op.create_index("ix_support_threads_last_mail_at", "support_threads", ["last_mail_at"])
    op.create_index("ix_support_threads_reply_token", "support_threads", ["reply_token"], unique=True)
    op.create_index(
        "ix_support_threads_unknown", "support_threads", ["created_at"], postgresql_where=sa.text("NOT is_looked_up")
    )
    op.create_table(
        "support_entries",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("thread_id", sa.Uuid, sa.ForeignKey("support_threads.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("author_id", sa.Uuid),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("locale", sa.String),
        sa.Column("is_cut", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("attachments", postgresql.JSONB, nullable=False, server_default=sa.text("'[]'")),
        sa.Column("message_id", sa.String),
        sa.Column("fingerprint", sa.LargeBinary),
        sa.Column("state", sa.String),
        sa.Column("reason", sa.String),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_try_at", AWARE),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.clock_timestamp()),
    )
    op.create_index("ix_support_entries_thread_id", "support_entries", ["thread_id", "created_at"])
    op.create_index("ix_support_entries_message_id", "support_entries", ["message_id"])
    op.create_index("ix_support_entries_author_id", "support_entries", ["author_id"])
    op.create_index("ix_support_entries_fingerprint", "support_entries", ["fingerprint"], unique=True)
    op.create_index(
        "ix_support_entries_due", "support_entries", ["next_try_at"], postgresql_where=sa.text("state = 'queued'")
    )
