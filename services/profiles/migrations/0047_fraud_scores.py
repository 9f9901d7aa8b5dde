"""Store fraud scores of members with an open case. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fraud_scores",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("points", sa.SmallInteger, nullable=False),
        sa.Column("signs", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("computed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
