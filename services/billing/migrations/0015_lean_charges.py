"""A charge writes its transfer alone: what became of it is noted later. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settlement_progress",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("noted_until", sa.DateTime(timezone=True), nullable=False),
    )
    # Every charge until now has an outcome or a row in unsettled_charges, which its own statement wrote.
    op.execute("INSERT INTO settlement_progress (id, noted_until) VALUES (1, now())")
    op.add_column("audit_progress", sa.Column("outcomes_since", sa.DateTime(timezone=True)))
    # The auditor of release 0.2.0 would stop purchases over a charge of this one that waits for its message.
    op.execute("UPDATE audit_progress SET outcomes_since = messages_since, messages_since = '9999-01-01 00:00:00+00'")
