"""People who write for fictional profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("accounts", sa.Column("is_writer", sa.Boolean, nullable=False, server_default=no))
