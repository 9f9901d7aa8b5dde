"""The time of the last correction of a member's name, which limits the next one. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("renamed_at", sa.DateTime(timezone=True)))
