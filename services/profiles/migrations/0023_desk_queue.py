"""The desk's queue: leases of cases, decisions that wait ten seconds, and templates of reasons. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("decisions", sa.Column("template", sa.String))
    op.create_table(
        "desk_leases",
        sa.Column("case_id", sa.Uuid, primary_key=True),
        sa.Column("holder_id", sa.Uuid, nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "desk_decisions",
        sa.Column("case_id", sa.Uuid, primary_key=True),
        sa.Column("id", sa.Uuid, nullable=False),
        sa.Column("batch_id", sa.Uuid, nullable=False),
        sa.Column("actor_id", sa.Uuid, nullable=False),
        sa.Column("pool", sa.SmallInteger, nullable=False),
        sa.Column("member_id", sa.Uuid),
        sa.Column("is_photo", sa.Boolean, nullable=False),
        sa.Column("measure", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("ground", sa.String),
        sa.Column("template", sa.String),
        sa.Column("facts", sa.String),
        sa.Column("days", sa.Integer),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_desk_decisions_batch_id", "desk_decisions", ["batch_id"])
    op.create_index("ix_desk_decisions_due_at", "desk_decisions", ["due_at"])
