"""Texts of profiles that are not shown until a person at the desk has looked at their contact details."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("about_held", sa.Boolean, nullable=False, server_default=sa.false()))
