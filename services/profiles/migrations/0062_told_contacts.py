"""Store to which addresses messages about missed check-ins went within a week. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "told_contacts",
        sa.Column("plan_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_told_contacts_address_hash", "told_contacts", ["address_hash"])
    op.create_index("ix_told_contacts_told_at", "told_contacts", ["told_at"])
    op.create_index(
        "ix_date_check_ins_address_hash",
        "date_check_ins",
        ["address_hash"],
        postgresql_where=sa.text("state IN ('waiting', 'asked')"),
    )
