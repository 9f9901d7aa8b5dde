"""Who works at the moderation desk, and whom it has suspended."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    no = sa.text("false")
    op.add_column("accounts", sa.Column("is_staff", sa.Boolean, nullable=False, server_default=no))
    op.add_column("accounts", sa.Column("is_suspended", sa.Boolean, nullable=False, server_default=no))
    op.add_column(
        "accounts", sa.Column("moderation_version", sa.BigInteger, nullable=False, server_default=sa.text("0"))
    )
