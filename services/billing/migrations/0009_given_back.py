"""What gave a message's price back, found by the transfer that did."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_settled_messages_refund_id",
        "settled_messages",
        ["refund_id"],
        postgresql_where=sa.text("refund_id IS NOT NULL"),
    )
