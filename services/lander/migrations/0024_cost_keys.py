"""The key by which a program enters costs, as a hash, and saved views of the report. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "cost_keys",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("key_hash", sa.LargeBinary, nullable=False),
        sa.Column("made_by", sa.Uuid, nullable=False),
        sa.Column("made_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_cost_keys_made_by", "cost_keys", ["made_by"])
    op.create_table(
        "report_views",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("owner_id", sa.Uuid, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("query", sa.String, nullable=False),
        sa.Column("is_shared", sa.Boolean, nullable=False),
        sa.Column("saved_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_report_views_site", "report_views", ["site"])
    op.create_index("ix_report_views_owner_id", "report_views", ["owner_id"])
    op.create_table(
        "default_views",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("view_id", sa.Uuid, sa.ForeignKey("report_views.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_default_views_member_id", "default_views", ["member_id"])
    op.create_index("ix_default_views_view_id", "default_views", ["view_id"])
