"""The photo or answer that a like names, and words with it. Expand only: the release before leaves them empty."""

import sqlalchemy as sa
from alembic import op
from shared.kit.db.index_builds import build_index

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("likes", sa.Column("part_id", sa.Uuid))
    op.add_column("likes", sa.Column("words", sa.String))
    op.add_column("likes", sa.Column("opener_due_at", AWARE))
    op.execute(
        "ALTER TABLE likes ADD CONSTRAINT ck_likes_words_name_a_part"
        " CHECK (words IS NULL OR part_id IS NOT NULL) NOT VALID"
    )
    build_index(
        "ix_likes_opener_due_at", "likes", ["opener_due_at"], postgresql_where=sa.text("opener_due_at IS NOT NULL")
    )
