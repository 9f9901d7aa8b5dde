"""When this service last copied the revoked sessions from identity."""

import sqlalchemy as sa
from alembic import op

revision = "kit0005"
down_revision = "kit0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "revocation_checks",
        sa.Column("source", sa.String, primary_key=True),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        schema="kit",
    )
