"""The index by which members of series are found when their next message is due."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index(
        "ix_campaign_members_next_at",
        "campaign_members",
        ["next_at"],
        postgresql_where=sa.text("next_at IS NOT NULL"),
    )
