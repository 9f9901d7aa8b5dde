"""Messages that were never delivered, and members whose standing changed until everyone they talk with is told.

Whoever is gone already is among the first: what they never read goes back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("messages", sa.Column("undelivered_at", AWARE))
    op.create_table(
        "standing_changes",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("changed_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("due_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("is_told", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_index("ix_standing_changes_due_at", "standing_changes", ["due_at"])
    op.execute(
        "INSERT INTO standing_changes (member_id) SELECT member_id FROM members WHERE state <> 'active' OR is_hidden"
    )
