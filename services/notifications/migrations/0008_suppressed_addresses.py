"""Suppressions by the address that an email went to: a late report of a former address concerns no other one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mails", sa.Column("address_hash", sa.LargeBinary))
    op.create_table(
        "suppressed_addresses",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("address_hash", sa.LargeBinary, primary_key=True),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("suppressed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
