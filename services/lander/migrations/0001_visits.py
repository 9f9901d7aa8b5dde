"""Visits, and the members they led to."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "visits",
        sa.Column("visit_id", sa.Uuid, primary_key=True),
        sa.Column("path", sa.String, nullable=False),
        *(
            sa.Column(name, sa.String, nullable=False, server_default=sa.text("''"))
            for name in ("network", "ref", "sub1", "sub2", "sub3")
        ),
        sa.Column("first_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_visits_first_at", "visits", ["first_at"])
    op.create_table(
        "leads",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("visit_id", sa.Uuid, sa.ForeignKey("visits.visit_id", ondelete="CASCADE"), nullable=False),
        sa.Column("attributed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_leads_visit_id", "leads", ["visit_id"])
