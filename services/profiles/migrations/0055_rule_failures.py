"""Count the failures of a rule with the rule, not in a row each. The tables are newer than the last release."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("desk_rules", sa.Column("failures", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.execute("DELETE FROM rule_matches WHERE has_failed")
    op.drop_column("rule_matches", "has_failed")
