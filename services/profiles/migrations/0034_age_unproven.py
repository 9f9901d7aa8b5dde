"""Members who have not shown their age. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("age_unproven", sa.Boolean, nullable=False, server_default=sa.text("false")))
