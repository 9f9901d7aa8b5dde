"""Note when the provider's webhook was about a payment."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("payments", sa.Column("webhook_at", sa.DateTime(timezone=True)))
