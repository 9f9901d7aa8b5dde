"""Addresses and browsers that no new account may come from, as keyed hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("cause", sa.String, primary_key=True),
        sa.Column("member_id", sa.Uuid),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_bans_member_id", "bans", ["member_id"])
    op.create_index("ix_bans_until", "bans", ["until"])
