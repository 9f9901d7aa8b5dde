"""A break of a member, and what they share of their presence and reading. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("invisible_after_pause", sa.Boolean))
    for name in ("shares_presence", "shares_reads"):
        op.add_column("profiles", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true()))
