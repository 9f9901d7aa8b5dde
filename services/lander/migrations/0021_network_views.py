"""The key by which a network sees its own figures, as a hash. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("view_key_hash", sa.LargeBinary))
    op.add_column("networks", sa.Column("shared_at", sa.DateTime(timezone=True)))
