"""The index of members who joined lately, for search: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index(
        "ix_search_rows_joined",
        "search_rows",
        ["pool", "gender", "joined_on"],
        postgresql_where=sa.text("joined_on IS NOT NULL"),
    )
