"""An index of the feed by the member an event is about: an erasure deletes those events, and read all feeds before."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_index("ix_feed_partner_id", "feed", ["partner_id"], postgresql_where=sa.text("partner_id IS NOT NULL"))
