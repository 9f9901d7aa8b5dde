"""Discount codes of one brand and campaign, with a first day, a number of uses and a budget."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("discount_codes", sa.Column("site", sa.String))
    op.add_column("discount_codes", sa.Column("campaign", sa.String, nullable=False, server_default=""))
    op.add_column("discount_codes", sa.Column("starts_at", sa.DateTime(timezone=True)))
    op.add_column("discount_codes", sa.Column("most_uses", sa.Integer))
    op.add_column("discount_codes", sa.Column("budget", sa.Numeric(12, 2)))
    # All rows have NULL in the new columns, so there is nothing to validate and no reason to read the table.
    for name, rule in (
        ("most_uses", "most_uses > 0"),
        ("budget", "budget IS NULL OR (budget > 0 AND currency IS NOT NULL)"),
    ):
        op.execute(f"ALTER TABLE discount_codes ADD CONSTRAINT ck_discount_codes_{name} CHECK ({rule}) NOT VALID")
