"""Members who do not share what they have read. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("members", sa.Column("hides_reads", sa.Boolean, nullable=False, server_default=sa.text("false")))
