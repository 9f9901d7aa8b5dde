"""Voice and video calls: each with its parties while it is open, and a line in the conversation. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("conversation_id", sa.Uuid, sa.ForeignKey("conversations.id"), nullable=False),
        sa.Column("caller_id", sa.Uuid, nullable=False),
        sa.Column("callee_id", sa.Uuid, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'ringing'")),
        sa.Column("credits", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("caller_tab", sa.Uuid, nullable=False),
        sa.Column("callee_tab", sa.Uuid),
        sa.Column("caller_connected", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("callee_connected", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("rang_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("answered_at", AWARE),
        sa.Column("connected_at", AWARE),
        sa.Column("ended_at", AWARE),
        sa.Column("ended_by", sa.Uuid),
        sa.Column("due_at", AWARE),
        sa.CheckConstraint("kind IN ('voice', 'video')", name="kind"),
        sa.CheckConstraint("state IN ('ringing', 'answered', 'ended', 'missed', 'refused', 'failed')", name="state"),
        sa.CheckConstraint("(state IN ('ringing', 'answered')) = (due_at IS NOT NULL)", name="due"),
    )
    op.create_index("ix_calls_caller_id", "calls", ["caller_id"])
    op.create_index("ix_calls_callee_id", "calls", ["callee_id"])
    op.create_index("ix_calls_ended_by", "calls", ["ended_by"])
    op.create_index("ix_calls_rang_at", "calls", ["rang_at"])
    op.create_index("ix_calls_due_at", "calls", ["due_at"], postgresql_where=sa.text("due_at IS NOT NULL"))
    op.create_table(
        "open_calls",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("call_id", sa.Uuid, sa.ForeignKey("calls.id"), nullable=False),
    )
    op.create_index("ix_open_calls_call_id", "open_calls", ["call_id"])
    op.add_column(
        "participations", sa.Column("allows_calls", sa.Boolean, nullable=False, server_default=sa.text("false"))
    )
    op.add_column("messages", sa.Column("call", JSONB))
    # All rows have NULL in the new column, so there is nothing to validate and no reason to read the table.
    op.execute(
        "ALTER TABLE messages ADD CONSTRAINT ck_messages_call CHECK ((kind = 'call') = (call IS NOT NULL)) NOT VALID"
    )
