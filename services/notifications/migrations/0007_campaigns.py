"""Campaign mails, and the members drawn for each."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("audience", sa.String, nullable=False),
        sa.Column("document", postgresql.JSONB, nullable=False),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'draft'")),
        sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
        sa.Column("planned_at", AWARE),
        sa.Column("started_at", AWARE),
        sa.Column("finished_at", AWARE),
        sa.Column("drawn_through", sa.Uuid),
        sa.Column("result", postgresql.JSONB),
        sa.Column("created_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_index("ix_campaigns_site_created_at", "campaigns", ["site", "created_at"])
    op.create_table(
        "campaign_members",
        sa.Column("campaign_id", sa.Uuid, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("arm", sa.String, nullable=False),
        sa.Column("email_id", sa.Uuid),
        sa.Column("drawn_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("reached_at", AWARE),
    )
    op.create_index("ix_campaign_members_member_id", "campaign_members", ["member_id"])
    op.create_index("ix_campaign_members_drawn_at", "campaign_members", ["drawn_at"])
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_preferences_kind_wanted",
            "preferences",
            ["kind", "member_id"],
            postgresql_where=sa.text("email"),
            postgresql_concurrently=True,
            if_not_exists=True,
        )
