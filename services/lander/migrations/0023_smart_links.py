"""Smart links, the views they led to, and the link of a sign-up. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

NAMES = ("site", "link", "page", "version", "arm", "network", "locale")


def upgrade() -> None:
    op.add_column("leads", sa.Column("link", sa.String, nullable=False, server_default=""))
    op.create_table(
        "smart_links",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("document", JSONB, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "link_views",
        sa.Column("day", sa.Date, primary_key=True),
        *(
            sa.Column(name, sa.BigInteger if name in ("version", "arm") else sa.String, primary_key=True)
            for name in NAMES
        ),
        sa.Column("hour", sa.SmallInteger, primary_key=True),
        sa.Column("country", sa.String, primary_key=True),
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("is_suspect", sa.Boolean, primary_key=True),
        *(sa.Column(name, sa.BigInteger, nullable=False, server_default="0") for name in ("views", "went_on")),
    )
