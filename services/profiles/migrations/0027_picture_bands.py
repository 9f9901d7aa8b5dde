"""The index by which photos that look alike are found: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_photos_picture_bands", "photos", [sa.text("picture_bands(fingerprint)")], postgresql_using="gin")
