"""Indexes of the outbox that its partitions need: built here, so that attaching the table builds none."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "kit0010"
down_revision = "kit0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_outbox_seq", "outbox", ["seq"], schema="kit")
    build_index(
        "ix_outbox_named_ids",
        "outbox",
        ["named_ids"],
        schema="kit",
        postgresql_using="gin",
        postgresql_where=sa.text("named_ids IS NOT NULL AND published_at IS NOT NULL"),
    )
    build_index("ix_outbox_without_ids", "outbox", ["seq"], schema="kit", postgresql_where=sa.text("named_ids IS NULL"))
