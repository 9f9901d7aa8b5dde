"""Store the quality sample of the desk: decisions that a second person makes again. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "quality_reviews",
        sa.Column("decision_id", sa.Uuid, primary_key=True),
        sa.Column("case_id", sa.Uuid, nullable=False),
        sa.Column("is_photo", sa.Boolean, nullable=False),
        sa.Column("pool", sa.SmallInteger, nullable=False),
        sa.Column("member_id", sa.Uuid),
        sa.Column("reports", postgresql.ARRAY(sa.Uuid), nullable=False),
        sa.Column("about", sa.Text),
        sa.Column("decided_by", sa.Uuid, nullable=False),
        sa.Column("measure", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("template", sa.String),
        sa.Column("facts", sa.Text),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("second_by", sa.Uuid),
        sa.Column("second_measure", sa.String),
        sa.Column("second_at", sa.DateTime(timezone=True)),
        sa.Column("agreed", sa.Boolean),
        sa.Column("settled_by", sa.Uuid),
        sa.Column("settled_measure", sa.String),
        sa.Column("settled_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_quality_reviews_member_id", "quality_reviews", ["member_id"])
    op.create_index("ix_quality_reviews_decided_at", "quality_reviews", ["decided_at"])
