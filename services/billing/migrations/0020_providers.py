"""Payment providers by name: what is there is Mollie's. Expand only; release 0.2.0 writes rows without the name."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("payments", "saved_methods", "payers", "refunds", "reconciliation_findings"):
        op.add_column(table, sa.Column("provider", sa.String, nullable=False, server_default=sa.text("'mollie'")))
    op.create_table(
        "provider_events",
        sa.Column("provider", sa.String, primary_key=True),
        sa.Column("event_id", sa.String, primary_key=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
