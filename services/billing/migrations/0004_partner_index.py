"""What a member spent on another is found at once."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_transfers_member_id_partner_id", "transfers", ["member_id", "partner_id"])
