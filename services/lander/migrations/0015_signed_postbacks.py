"""How a network receives postbacks and the key they are signed with, and when a member came. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("method", sa.String, nullable=False, server_default="GET"))
    op.add_column("networks", sa.Column("signing_key", sa.String))
    op.add_column("leads", sa.Column("clicked_at", sa.DateTime(timezone=True)))
