"""The index by which old badges are found: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_verified = sa.text("verified_at IS NOT NULL")
    build_index("ix_profiles_verified_at", "profiles", ["verified_at"], postgresql_where=is_verified)
