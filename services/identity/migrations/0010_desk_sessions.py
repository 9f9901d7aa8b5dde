"""When a session of staff last got a token that opens the moderation desk."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("desk_used_at", sa.DateTime(timezone=True)))
