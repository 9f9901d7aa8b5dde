"""Store the figures of published transparency reports. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "transparency_reports",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("first", sa.Date, primary_key=True),
        sa.Column("last", sa.Date, nullable=False),
        sa.Column("published", sa.Date, nullable=False),
        sa.Column("figures", postgresql.JSONB, nullable=False),
    )
