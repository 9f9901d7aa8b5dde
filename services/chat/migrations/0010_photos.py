"""Photos in chat: what is known of each stands with its message; files that no message holds are cleared away."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null for a photo that is gone with the account of whoever sent it.
    op.add_column("messages", sa.Column("photo", JSONB))
    # Rows from before have none, and fit: nobody has to look at them.
    op.execute(
        "ALTER TABLE messages ADD CONSTRAINT ck_messages_photo CHECK (photo IS NULL OR kind = 'photo') NOT VALID"
    )
    op.create_table(
        "loose_media",
        sa.Column("media", sa.String, primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now(), index=True),
    )
