"""Where in the stream an event is, so that it can be deleted there; and the erased whose events must be looked for."""

import sqlalchemy as sa
from alembic import op

revision = "kit0006"
down_revision = "kit0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("stream_seq", sa.BigInteger), schema="kit")
    # True also for members whom the previous release erases while it still serves: it deletes nothing in the stream.
    op.add_column(
        "erased",
        sa.Column("needs_walk", sa.Boolean, nullable=False, server_default=sa.true()),
        schema="kit",
    )
    # A stream keeps nothing for longer.
    op.execute("UPDATE kit.erased SET needs_walk = false WHERE erased_at < now() - interval '31 days'")
