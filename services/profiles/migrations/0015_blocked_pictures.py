"""Perceptual hashes of photos, and of pictures that were rejected as illegal."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("photos", sa.Column("fingerprint", sa.LargeBinary))
    op.create_table(
        "blocked_pictures",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("decision_id", sa.Uuid, primary_key=True),
        sa.Column("blocked_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
