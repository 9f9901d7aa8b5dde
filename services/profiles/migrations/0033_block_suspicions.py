"""Accounts that may be a blocked person's new one. Expand only.

No foreign keys: making one locks `profiles`, which the previous release writes. Rows go with their members by the data
inventory.
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "block_suspicions",
        sa.Column("blocker_id", sa.Uuid, primary_key=True),
        sa.Column("suspect_id", sa.Uuid, primary_key=True),
        sa.Column("blocked_id", sa.Uuid, nullable=False),
        sa.Column("is_answered", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_block_suspicions_suspect_id", "block_suspicions", ["suspect_id"])
    op.create_index("ix_block_suspicions_blocked_id", "block_suspicions", ["blocked_id"])
