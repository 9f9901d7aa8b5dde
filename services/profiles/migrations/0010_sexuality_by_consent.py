"""A member's sexuality is shown only with their own, separate consent. Nobody agreed before; made-up members do."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("sexuality_shown", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.execute("UPDATE profiles SET sexuality_shown = true WHERE demonstration")
