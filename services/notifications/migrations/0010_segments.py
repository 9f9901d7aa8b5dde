"""Saved segments of campaigns, the holdout of each campaign, and the networks of members who agreed to attribution."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "segments",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("conditions", postgresql.JSONB, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
        sa.Column("created_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_index("ix_segments_site_created_at", "segments", ["site", "created_at"])
    op.create_table(
        "origins",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("network", sa.String),
    )
    # The release before inserts campaigns without these: a tenth held back, as it draws itself.
    op.add_column("campaigns", sa.Column("segment_id", sa.Uuid))
    op.add_column("campaigns", sa.Column("segment", postgresql.JSONB))
    op.add_column("campaigns", sa.Column("holdout", sa.SmallInteger, nullable=False, server_default=sa.text("10")))
    # A volatile default in ADD COLUMN would rewrite the table under its lock.
    op.add_column("campaigns", sa.Column("holdout_key", sa.Uuid))
    op.alter_column("campaigns", "holdout_key", server_default=sa.text("gen_random_uuid()"))
    op.execute("UPDATE campaigns SET holdout_key = gen_random_uuid() WHERE holdout_key IS NULL")
    op.execute("""
        ALTER TABLE campaigns ADD CONSTRAINT fk_campaigns_segment_id_segments
        FOREIGN KEY (segment_id) REFERENCES segments (id) ON DELETE SET NULL NOT VALID
    """)
    op.execute("ALTER TABLE campaigns VALIDATE CONSTRAINT fk_campaigns_segment_id_segments")
