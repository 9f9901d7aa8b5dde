"""Series of campaign mails, and the messages that each member of one got."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("campaigns", sa.Column("series", postgresql.JSONB))
    op.add_column("campaigns", sa.Column("last_day", sa.SmallInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("campaigns", sa.Column("next_run_at", AWARE))
    op.add_column("campaigns", sa.Column("closed_at", AWARE))
    # The release before draws campaigns by `planned_at` and knows no series: it must neither draw nor schedule one.
    op.execute("""
        ALTER TABLE campaigns ADD CONSTRAINT ck_campaigns_series_has_no_planned_at
        CHECK (series IS NULL OR planned_at IS NULL) NOT VALID
    """)
    op.execute("ALTER TABLE campaigns VALIDATE CONSTRAINT ck_campaigns_series_has_no_planned_at")
    op.add_column("campaign_members", sa.Column("next_message", sa.SmallInteger))
    op.add_column("campaign_members", sa.Column("next_at", AWARE))
    op.add_column("campaign_members", sa.Column("ending", sa.String))
    op.create_table(
        "series_emails",
        sa.Column("campaign_id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("message", sa.SmallInteger, primary_key=True),
        sa.Column("email_id", sa.Uuid, nullable=False),
        sa.Column("queued_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.ForeignKeyConstraint(
            ["campaign_id", "member_id"],
            ["campaign_members.campaign_id", "campaign_members.member_id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_series_emails_member_id", "series_emails", ["member_id"])
