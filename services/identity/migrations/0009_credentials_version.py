"""Which requests in the queue were made before an account's credentials were revoked."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("credentials_version", sa.Integer, nullable=False, server_default=sa.text("0")))
