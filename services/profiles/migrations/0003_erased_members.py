"""Who was erased, by id alone."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erased_members",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
