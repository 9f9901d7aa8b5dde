"""Until when a worker sends an email or a push: others leave the rest of its recipient's alone, so order is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for queue in ("mails", "pushes"):
        op.add_column(queue, sa.Column("claimed_until", sa.DateTime(timezone=True)))
