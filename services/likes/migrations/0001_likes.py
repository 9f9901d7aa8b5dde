"""Likes, matches, and our copies of blocks and departed members."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "likes",
        sa.Column("liker_id", sa.Uuid, primary_key=True),
        sa.Column("liked_id", sa.Uuid, primary_key=True),
        sa.Column("given_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("seen_at", AWARE),
        sa.CheckConstraint("liker_id <> liked_id", name="ck_likes_not_oneself"),
    )
    op.create_index("ix_likes_sent", "likes", ["liker_id", "given_at"])
    op.create_index("ix_likes_received", "likes", ["liked_id", "given_at"])
    op.create_table(
        "matches",
        sa.Column("first_id", sa.Uuid, primary_key=True),
        sa.Column("second_id", sa.Uuid, primary_key=True),
        sa.Column("made_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("first_id < second_id", name="ck_matches_in_order"),
    )
    op.create_index("ix_matches_second_id", "matches", ["second_id"])
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.Uuid, primary_key=True),
        sa.Column("blocked_id", sa.Uuid, primary_key=True),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "departed_members",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("departed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
