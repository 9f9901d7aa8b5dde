"""Idempotency keys of sign-ups."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sign_ups",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("key_hash", sa.LargeBinary, primary_key=True),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_sign_ups_member_id", "sign_ups", ["member_id"])
    op.create_index("ix_sign_ups_made_at", "sign_ups", ["made_at"])
