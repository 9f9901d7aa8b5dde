"""Words of withdrawn likes, for reports of them. Expand only: the release before deletes such words at once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "withdrawn_words",
        sa.Column("liker_id", sa.Uuid, primary_key=True),
        sa.Column("liked_id", sa.Uuid, primary_key=True),
        sa.Column("given_at", AWARE, primary_key=True),
        sa.Column("part_id", sa.Uuid, nullable=False),
        sa.Column("words", sa.String, nullable=False),
        sa.Column("withdrawn_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_withdrawn_words_liked_id", "withdrawn_words", ["liked_id"])
    op.create_index("ix_withdrawn_words_withdrawn_at", "withdrawn_words", ["withdrawn_at"])
