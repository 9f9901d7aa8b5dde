"""Members who work at the marketing desk."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("accounts", sa.Column("is_marketer", sa.Boolean, nullable=False, server_default=no))
