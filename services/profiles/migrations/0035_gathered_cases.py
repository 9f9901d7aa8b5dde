"""Reports about one member are one case: the reports that a desk was shown, and those that were closed together. Expand
only."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("complaints", sa.Column("case_id", sa.Uuid))
    op.add_column("desk_leases", sa.Column("reports", sa.ARRAY(sa.Uuid)))
    op.add_column("desk_decisions", sa.Column("reports", sa.ARRAY(sa.Uuid)))
