"""Payouts of the providers and their lines. Expand only; no foreign key to payments, which would lock them."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "payouts",
        sa.Column("provider", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("company", sa.String, nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("minor", sa.BigInteger, nullable=False),
        sa.Column("paid_at", AWARE, nullable=False),
        sa.Column("found_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("complete_at", AWARE),
    )
    op.create_index("ix_payouts_paid_at", "payouts", ["paid_at"])
    op.create_table(
        "payout_lines",
        sa.Column("provider", sa.String, primary_key=True),
        sa.Column("payout_id", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payment_id", sa.Uuid),
        sa.Column("paid_currency", sa.String, nullable=False),
        sa.Column("paid_minor", sa.BigInteger, nullable=False),
        sa.Column("settled_minor", sa.BigInteger, nullable=False),
        sa.Column("fee_minor", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_index("ix_payout_lines_payment_id", "payout_lines", ["payment_id"])
