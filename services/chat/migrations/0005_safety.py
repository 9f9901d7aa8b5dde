"""What a reader is warned of, and what tells who begins every conversation with the same words."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("hints", sa.ARRAY(sa.String), nullable=False, server_default="{}"))
    op.add_column("messages", sa.Column("likeness", sa.LargeBinary))
    op.create_index(
        "ix_messages_beginnings",
        "messages",
        ["sender_id", "sent_at"],
        postgresql_where=sa.text("likeness IS NOT NULL"),
    )
