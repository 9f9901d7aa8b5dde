"""Store which people of check-ins are told by text message, and which were not reached. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("date_check_ins", sa.Column("unreached_at", sa.DateTime(timezone=True)))
    op.add_column("date_contacts", sa.Column("is_texted", sa.Boolean, nullable=False, server_default=sa.false()))
