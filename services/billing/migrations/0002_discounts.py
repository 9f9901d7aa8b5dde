"""Discount codes and who used them, members' own spending limits, and what a payment would have cost."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("wallets", sa.Column("signed_up_at", AWARE, server_default=sa.func.now()))
    op.execute("UPDATE wallets SET signed_up_at = opened_at")
    op.alter_column("wallets", "signed_up_at", nullable=False)
    op.add_column("wallets", sa.Column("country", sa.String))
    op.add_column("payments", sa.Column("discount_code", sa.String))
    op.add_column("payments", sa.Column("normal_amount", sa.Numeric(12, 2)))
    op.create_table(
        "discount_codes",
        sa.Column("code", sa.String, primary_key=True),
        sa.Column("percentage", sa.Integer, nullable=False),
        sa.Column("country", sa.String),
        sa.Column("member_id", sa.Uuid),
        sa.Column("expires_at", AWARE),
        sa.Column("currency", sa.String),
        sa.Column("minimum", sa.Numeric(12, 2)),
        sa.Column("methods", sa.ARRAY(sa.String)),
        sa.Column("validity", sa.String, nullable=False, server_default="once-per-user"),
        sa.Column("is_active", sa.Boolean, nullable=False, server_default=sa.text("true")),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("code = upper(code)", name="code"),
        sa.CheckConstraint("percentage BETWEEN 1 AND 90", name="percentage"),
        sa.CheckConstraint("validity IN ('once-per-user', 'once')", name="validity"),
        sa.CheckConstraint("minimum IS NULL OR currency IS NOT NULL", name="minimum"),
    )
    op.create_table(
        "discount_claims",
        sa.Column("claimed_as", sa.String, primary_key=True),
        sa.Column("claimant", sa.String, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False, index=True),
        sa.Column("payment_id", sa.Uuid, sa.ForeignKey("payments.id"), nullable=False),
        sa.Column("claimed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "code_tries",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("hour", AWARE, primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "spending_guards",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        *(
            sa.Column(f"{period}{part}", kind)
            for period in ("daily", "monthly")
            for part, kind in (("", sa.Numeric(12, 2)), ("_next", sa.Numeric(12, 2)), ("_next_from", AWARE))
        ),
        sa.Column("paused_until", AWARE),
        sa.Column("checked_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
