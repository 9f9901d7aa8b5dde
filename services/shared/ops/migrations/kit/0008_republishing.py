"""How far the outbox has been published again into a stream that was created anew; the number of parked events."""

import sqlalchemy as sa
from alembic import op

revision = "kit0008"
down_revision = "kit0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("republished", "republish_upto"):
        op.add_column(
            "streams", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")), schema="kit"
        )
    op.add_column(
        "streams",
        sa.Column("is_batch_begun", sa.Boolean, nullable=False, server_default=sa.false()),
        schema="kit",
    )
    op.add_column("parked_events", sa.Column("outbox_seq", sa.BigInteger), schema="kit")
