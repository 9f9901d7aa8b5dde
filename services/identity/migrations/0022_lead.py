"""Leads of the moderation desk, who see the numbers of everybody there."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("accounts", sa.Column("is_lead", sa.Boolean, nullable=False, server_default=no))
