"""Accounts closed for fraud, and how far the members they wrote with have been warned."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column(
        "members", sa.Column("is_closed_for_fraud", sa.Boolean, nullable=False, server_default=sa.text("false"))
    )
    op.create_table(
        "fraud_notices",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("decision_id", sa.Uuid, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("is_active", sa.Boolean, nullable=False),
        sa.Column("is_done", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("told_until", sa.Uuid),
        sa.Column("noted_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index(
        "ix_fraud_notices_due", "fraud_notices", ["noted_at"], postgresql_where=sa.text("is_active AND NOT is_done")
    )
