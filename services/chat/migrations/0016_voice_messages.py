"""Voice messages: what is known of each stands with its message, and with its sealed content once it is taken back."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Null for one that was deleted with the account of its sender.
    op.add_column("messages", sa.Column("voice", JSONB))
    op.add_column("retracted_contents", sa.Column("voice", JSONB))
    # All rows have NULL in the new column, so there is nothing to validate and no reason to read the table.
    op.execute(
        "ALTER TABLE messages ADD CONSTRAINT ck_messages_voice CHECK (voice IS NULL OR kind = 'voice') NOT VALID"
    )
