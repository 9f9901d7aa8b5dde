"""Store verifications by a live gesture, and on profiles the last one with its photos. Expand only.

No foreign key: making one locks a table that the previous release writes.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "verifications",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("poses", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("drawn_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("submitted_at", sa.DateTime(timezone=True)),
        sa.Column("media", postgresql.ARRAY(sa.Text), nullable=False, server_default="{}"),
        sa.Column("photo_ids", postgresql.ARRAY(sa.Uuid), nullable=False, server_default="{}"),
        sa.Column("matched_ids", postgresql.ARRAY(sa.Uuid)),
        sa.Column("case_id", sa.Uuid),
        sa.Column("decision_id", sa.Uuid),
        sa.Column("reason", sa.String),
        sa.Column("decided_at", sa.DateTime(timezone=True)),
        sa.Column("kept_until", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_verifications_member_id", "verifications", ["member_id", "drawn_at"])
    is_open = sa.text("state IN ('drawn', 'waiting')")
    op.create_index("uq_verifications_open", "verifications", ["member_id"], unique=True, postgresql_where=is_open)
    for column in ("case_id", "kept_until"):
        is_set = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_verifications_{column}", "verifications", [column], postgresql_where=is_set)
    op.add_column("profiles", sa.Column("verified_at", sa.DateTime(timezone=True)))
    op.add_column("profiles", sa.Column("verified_photos", postgresql.ARRAY(sa.Uuid)))
    op.add_column("profiles", sa.Column("verification_asked_at", sa.DateTime(timezone=True)))
