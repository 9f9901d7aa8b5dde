"""Rewards for invited members who buy. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "invitation_rewards",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("inviter_id", sa.Uuid, nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("credits", sa.Integer, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("payment_id", sa.Uuid),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("decided_at", sa.DateTime(timezone=True)),
        sa.Column("decided_by", sa.Uuid),
    )
    op.create_index("ix_invitation_rewards_inviter_id", "invitation_rewards", ["inviter_id"])
    op.create_index("ix_invitation_rewards_invited_at", "invitation_rewards", ["invited_at"])
    op.create_index(
        "ix_invitation_rewards_due_at",
        "invitation_rewards",
        ["due_at"],
        postgresql_where=sa.text("state = 'pending'"),
    )
    op.create_index(
        "ix_invitation_rewards_held",
        "invitation_rewards",
        ["site", "due_at"],
        postgresql_where=sa.text("state = 'held'"),
    )
