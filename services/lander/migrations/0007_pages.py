"""Pages of marketers, their versions and publications, and experiments with their arms."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.create_table(
        "pages",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("slug", sa.String, nullable=False),
        sa.Column("made_at", AWARE, nullable=False, server_default=NOW),
        sa.UniqueConstraint("site", "slug"),
    )
    op.create_table(
        "page_versions",
        sa.Column("page_id", sa.BigInteger, sa.ForeignKey("pages.id"), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("document", JSONB, nullable=False),
        sa.Column("made_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_table(
        "publications",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("page_id", sa.BigInteger, sa.ForeignKey("pages.id"), nullable=False, index=True),
        sa.Column("version", sa.BigInteger),
        sa.Column("starts_at", AWARE, nullable=False),
        sa.Column("asked_by", sa.Uuid, nullable=False, index=True),
        sa.Column("asked_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("approved_at", AWARE),
        sa.Column("withdrawn_at", AWARE),
    )
    op.create_table(
        "experiments",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("page_id", sa.BigInteger, sa.ForeignKey("pages.id"), nullable=False, index=True),
        sa.Column("goal", sa.String, nullable=False),
        sa.Column("started_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("ended_at", AWARE),
    )
    running = sa.text("ended_at IS NULL")
    op.create_index("uq_experiments_running", "experiments", ["page_id"], unique=True, postgresql_where=running)
    op.create_table(
        "arms",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("experiment_id", sa.BigInteger, sa.ForeignKey("experiments.id"), nullable=False, index=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("weight", sa.Double, nullable=False),
    )
