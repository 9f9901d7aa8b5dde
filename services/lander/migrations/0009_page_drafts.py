"""Drafts of pages: what a marketer's preview shows before it is saved as a version."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "page_drafts",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("document", JSONB, nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now(), index=True),
    )
