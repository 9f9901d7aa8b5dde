"""Indexes of leads, which has a row for each sign-up: built concurrently."""

import sqlalchemy as sa
from shared.kit.db.index_builds import build_index

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

CAMPAIGN = sa.text("sub1 <> '' OR sub2 <> '' OR sub3 <> ''")


def upgrade() -> None:
    build_index("ix_leads_site_signed_up_at", "leads", ["site", "signed_up_at"])
    build_index("ix_leads_sub_ids", "leads", ["signed_up_at"], postgresql_where=CAMPAIGN)
