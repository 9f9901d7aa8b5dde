"""The newest event that took effect about each state, so that several workers apply no older one after it."""

import sqlalchemy as sa
from alembic import op

revision = "kit0007"
down_revision = "kit0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "applied_states",
        sa.Column("key", sa.LargeBinary, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("applied_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        schema="kit",
    )
    op.create_index(
        "ix_applied_states_applied_at", "applied_states", ["applied_at"], schema="kit", postgresql_using="brin"
    )
