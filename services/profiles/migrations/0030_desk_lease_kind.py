"""A case is its id within its kind: unique, built concurrently."""

from shared.kit.db.index_builds import build_index

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("uq_desk_leases_is_photo_case_id", "desk_leases", ["is_photo", "case_id"], unique=True)
