"""The index of sign-ups with any of five sub ids: built concurrently, in place of the one of three."""

import sqlalchemy as sa
from alembic import op
from shared.kit.db.index_builds import build_index

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

HAS_SUB_IDS = sa.text(" OR ".join(f"sub{number} <> ''" for number in range(1, 6)))


def upgrade() -> None:
    build_index("ix_leads_any_sub_id", "leads", ["signed_up_at"], postgresql_where=HAS_SUB_IDS)
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_leads_sub_ids")
