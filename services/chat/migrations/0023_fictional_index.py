"""The index of fictional profiles, for the queue of their writers: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_members_fictional", "members", ["member_id"], postgresql_where=sa.text("is_fictional"))
