"""Members who were erased here, and indexes by which old rows are found."""

import sqlalchemy as sa
from alembic import op

revision = "kit0002"
down_revision = "kit0001"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "erased",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("erased_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("swept_at", AWARE),
        schema="kit",
    )
    op.create_index(
        "ix_erased_unswept", "erased", ["erased_at"], schema="kit", postgresql_where=sa.text("swept_at IS NULL")
    )
    # Rows come in the order of time, so a block range index is enough, and nearly free to write.
    op.create_index("ix_outbox_published_at", "outbox", ["published_at"], schema="kit", postgresql_using="brin")
    op.create_index("ix_inbox_handled_at", "inbox", ["handled_at"], schema="kit", postgresql_using="brin")
