"""Gifts, and messages that began as an opening line."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("gift", sa.String))
    op.add_column("messages", sa.Column("icebreaker", sa.String))
    # Rows from before are text, and fit: nobody has to look at them.
    op.execute(
        "ALTER TABLE messages ADD CONSTRAINT ck_messages_gift CHECK ((kind = 'gift') = (gift IS NOT NULL)) NOT VALID"
    )
    op.execute(
        "ALTER TABLE messages ADD CONSTRAINT ck_messages_icebreaker"
        " CHECK (icebreaker IS NULL OR (kind = 'text' AND seq = 1)) NOT VALID"
    )
