"""The counts of rate limits that guard passwords, disclosure and money."""

import sqlalchemy as sa
from alembic import op

revision = "kit0004"
down_revision = "kit0003"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "rate_limits",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("slice", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.ARRAY(sa.Integer), nullable=False),
        sa.Column("expires_at", AWARE, nullable=False),
        sa.Column("logged_until", AWARE),
        schema="kit",
    )
    op.create_index("ix_rate_limits_expires_at", "rate_limits", ["expires_at"], schema="kit")
