"""Members who work at the support desk."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("accounts", sa.Column("is_support", sa.Boolean, nullable=False, server_default=no))
