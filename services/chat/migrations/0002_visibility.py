"""Which members are invisible by their own choice, and which are hidden by moderation."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("is_invisible", "is_hidden"):
        op.add_column("members", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text("false")))
