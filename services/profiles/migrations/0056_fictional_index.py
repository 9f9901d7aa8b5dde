"""The index of fictional profiles, for the desk of their writers: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_profiles_fictional", "profiles", ["pool", "joined_at"], postgresql_where=sa.text("fictional"))
