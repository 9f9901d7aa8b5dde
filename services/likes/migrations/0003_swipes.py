"""The swipe game, and when a like was shown by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("likes", sa.Column("shown_at", AWARE))
    op.create_table(
        "swipes",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("profile_id", sa.Uuid, primary_key=True),
        sa.Column("is_like", sa.Boolean, nullable=False),
        sa.Column("decided_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_swipes_order", "swipes", ["member_id", "decided_at"])
    op.create_index("ix_swipes_profile_id", "swipes", ["profile_id"])
    op.create_table(
        "swipe_days",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("likes", sa.Integer, nullable=False),
        sa.CheckConstraint("likes > 0", name="ck_swipe_days_likes_positive"),
    )
