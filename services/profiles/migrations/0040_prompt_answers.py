"""Answers of members to prompts, with their profile. Expand only: the previous release leaves the column empty."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("prompt_answers", JSONB, nullable=False, server_default=sa.text("'[]'::jsonb")))
