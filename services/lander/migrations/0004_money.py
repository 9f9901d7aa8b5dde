"""Receipts and reversals of purchases, payouts and costs of networks, and checks against billing."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW, ZERO, EMPTY = sa.func.now(), sa.text("0"), sa.text("''")


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column("payment_id", sa.Uuid, primary_key=True),
        sa.Column("lead_id", sa.BigInteger, sa.ForeignKey("leads.id"), index=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("minor", sa.BigInteger, nullable=False),
        sa.Column("vat_minor", sa.BigInteger, nullable=False),
        sa.Column("discount_minor", sa.BigInteger, nullable=False),
        sa.Column("completed_at", AWARE, nullable=False),
    )
    op.create_index("ix_receipts_site_completed_at", "receipts", ["site", "completed_at"])
    op.create_table(
        "reversals",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("payment_id", sa.Uuid, nullable=False, index=True),
        sa.Column("minor", sa.BigInteger, nullable=False),
        sa.Column("vat_minor", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("reversed_at", AWARE, nullable=False),
    )
    op.create_table(
        "costs",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("network", sa.String, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("currency", sa.String, primary_key=True),
        sa.Column("minor", sa.BigInteger, nullable=False),
        sa.Column("entered_by", sa.String, nullable=False),
        sa.Column("entered_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_table(
        "revenue_checks",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("checked_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("first", sa.Date, nullable=False),
        sa.Column("after", sa.Date, nullable=False),
        sa.Column("differences", sa.BigInteger, nullable=False),
    )
    op.add_column("networks", sa.Column("payout_goal", sa.String, nullable=False, server_default=EMPTY))
    op.add_column("networks", sa.Column("payout_minor", sa.BigInteger, nullable=False, server_default=ZERO))
    op.add_column("networks", sa.Column("payout_currency", sa.String, nullable=False, server_default=EMPTY))
    op.add_column("networks", sa.Column("payout_share", sa.BigInteger, nullable=False, server_default=ZERO))
