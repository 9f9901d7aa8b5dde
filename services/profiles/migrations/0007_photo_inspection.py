"""Why a photo was rejected, the queue of those that wait, and files that no photo holds."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("photos", sa.Column("reason", sa.String))
    op.create_index("ix_photos_waiting", "photos", ["added_at", "id"], postgresql_where=sa.text("status = 'pending'"))
    op.create_table(
        "loose_media",
        sa.Column("media", sa.String, primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now(), index=True),
    )
