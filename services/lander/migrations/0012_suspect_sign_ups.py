"""Suspect sign-ups, sign-ups of a network by hour, and the discount code of a purchase. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("leads", sa.Column("suspicion", sa.String))
    op.add_column("leads", sa.Column("decision", sa.String))
    op.add_column("leads", sa.Column("decided_at", sa.DateTime(timezone=True)))
    op.add_column("receipts", sa.Column("code", sa.String, nullable=False, server_default=""))
    op.create_table(
        "sign_up_hours",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("network", sa.String, primary_key=True),
        sa.Column("hour", sa.DateTime(timezone=True), primary_key=True),
        sa.Column("sign_ups", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )
