"""Our copies of what else hides members: invisible mode, moderation, and the conversations that lift the first."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "veiled_members",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("is_invisible", sa.Boolean, nullable=False),
        sa.Column("is_hidden", sa.Boolean, nullable=False),
    )
    op.create_table(
        "acquaintances",
        sa.Column("first_id", sa.Uuid, primary_key=True),
        sa.Column("second_id", sa.Uuid, primary_key=True, index=True),
    )
