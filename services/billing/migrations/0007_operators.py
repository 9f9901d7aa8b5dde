"""Who made and ended discount codes, and purchases that count again because a chargeback was won back."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("discount_codes", sa.Column("made_by", sa.String))
    op.add_column("discount_codes", sa.Column("ended_by", sa.String))
    op.add_column("discount_codes", sa.Column("ended_at", sa.DateTime(timezone=True)))
    op.create_table(
        "restorations",
        sa.Column("transfer_id", sa.Uuid, sa.ForeignKey("transfers.id"), primary_key=True),
        sa.Column("payment_id", sa.Uuid, sa.ForeignKey("payments.id"), nullable=False, index=True),
        sa.Column("member_id", sa.Uuid, nullable=False, index=True),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("restored_by", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("restored_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("credits > 0", name="credits"),
    )
    op.execute(
        "CREATE TRIGGER restorations_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON restorations "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON restorations FROM PUBLIC, CURRENT_USER")
