"""Networks that members came from, as keyed hashes. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    account = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    op.create_table(
        "recent_networks",
        sa.Column("member_id", sa.Uuid, account, primary_key=True),
        sa.Column("network_hash", sa.LargeBinary, primary_key=True),
        sa.Column("seen_on", sa.Date, nullable=False, server_default=sa.func.current_date()),
    )
    for column in ("network_hash", "seen_on"):
        op.create_index(f"ix_recent_networks_{column}", "recent_networks", [column])
