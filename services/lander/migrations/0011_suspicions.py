"""Why views are suspect: counters by day, page, network and reason."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "suspicions",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("page", sa.String, primary_key=True),
        sa.Column("network", sa.String, primary_key=True),
        sa.Column("reason", sa.String, primary_key=True),
        sa.Column("views", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )
