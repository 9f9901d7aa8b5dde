"""The index of the keys by which networks see their own figures: built concurrently."""

from shared.kit.db.index_builds import build_index

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("uq_networks_view_key_hash", "networks", ["view_key_hash"], unique=True)
