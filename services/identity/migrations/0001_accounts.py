"""Accounts, login guards, sessions and one-time tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("email", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("password_hash", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("signed_up_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("deleted_at", AWARE),
        sa.Column("credits", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("credits_version", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("is_premium", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_index("uq_accounts_site_email", "accounts", ["site", "email"], unique=True)
    op.create_table(
        "login_guards",
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("blocked_until", AWARE),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("expires_at", AWARE, nullable=False),
    )
    op.create_index("ix_sessions_member_id", "sessions", ["member_id"])
    op.create_table(
        "tokens",
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("purpose", sa.String, primary_key=True),
        sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("made_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("expires_at", AWARE, nullable=False),
        sa.Column("used_at", AWARE),
    )
