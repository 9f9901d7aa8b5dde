"""Networks that get no postbacks for a while, and tests of postbacks that a marketer asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("networks", sa.Column("paused_at", AWARE))
    op.create_table(
        "postback_tests",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("network", sa.String, nullable=False),
        sa.Column("goal", sa.String, nullable=False),
        sa.Column("asked_at", AWARE, nullable=False, server_default=sa.func.now(), index=True),
        sa.Column("next_try_at", AWARE, server_default=sa.func.now()),
        sa.Column("code", sa.Integer),
        sa.Column("milliseconds", sa.Integer),
        sa.Column("is_refused", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
