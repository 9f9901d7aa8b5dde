"""Members who have not shown their age. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("is_age_unproven", sa.Boolean, nullable=False, server_default=sa.text("false")))
