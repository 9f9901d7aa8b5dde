"""The index by which the suspended accounts of a pool are found: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_sanctioned = sa.text("sanction IS NOT NULL")
    build_index("ix_profiles_sanction", "profiles", ["pool", "sanction", "joined_at"], postgresql_where=is_sanctioned)
