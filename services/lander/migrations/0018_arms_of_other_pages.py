"""The page that an arm's version was copied from. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("arms", sa.Column("copied_from", sa.String, nullable=False, server_default=""))
