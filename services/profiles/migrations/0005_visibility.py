"""Members whom moderation hides, and who has a conversation with whom: to them the invisible are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("profiles", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.create_table(
        "acquaintances",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("other_id", sa.Uuid, primary_key=True, index=True),
    )
