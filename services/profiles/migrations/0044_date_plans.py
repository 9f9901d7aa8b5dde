"""Store plans of dates, shared by a link. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "date_plans",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("partner_id", sa.Uuid, nullable=False),
        sa.Column("partner_name", sa.String, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("meets_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.String, nullable=False),
        sa.Column("secret_hash", sa.LargeBinary, unique=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    for column in ("member_id", "partner_id", "meets_at"):
        op.create_index(f"ix_date_plans_{column}", "date_plans", [column])
