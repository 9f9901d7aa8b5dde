"""How members have shown their age. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "age_checks",
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("signed_up_in", sa.String, nullable=False),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("outcome", sa.String),
        sa.Column("provider", sa.String),
        sa.Column("statement", sa.String),
        sa.Column("decided_at", sa.DateTime(timezone=True)),
        sa.Column("attempt_id", sa.Uuid),
        sa.Column("session_id", sa.String, unique=True),
        sa.Column("session_url", sa.String),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("is_withheld", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_index("ix_age_checks_withheld", "age_checks", ["member_id"], postgresql_where=sa.text("is_withheld"))
    op.create_index("ix_age_checks_country", "age_checks", ["country"])
    op.create_index("ix_age_checks_signed_up_in", "age_checks", ["signed_up_in"])
