"""Pictures that marketers upload, with their files. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "page_pictures",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "page_picture_files",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["site", "hash"], ["page_pictures.site", "page_pictures.hash"], ondelete="CASCADE"),
    )
    # Compressed already: TOAST would try in vain.
    op.execute("ALTER TABLE page_picture_files ALTER content SET STORAGE EXTERNAL")
