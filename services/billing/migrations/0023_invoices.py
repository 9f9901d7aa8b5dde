"""Invoices and credit notes, numbered for each company. Payments completed before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "invoice_series",
        sa.Column("company", sa.String, primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "invoices",
        sa.Column("company", sa.String, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True),
        sa.Column("payment_id", sa.Uuid, sa.ForeignKey("payments.id"), nullable=False),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("seller", sa.dialects.postgresql.JSONB, nullable=False),
        sa.Column("country", sa.String, nullable=False),
        sa.Column("vat_rate", sa.Integer, nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("minor", sa.BigInteger, nullable=False),
        sa.Column("vat_minor", sa.BigInteger, nullable=False),
        sa.Column("corrects", sa.BigInteger),
        sa.Column("issued_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    for column in ("payment_id", "member_id", "issued_at"):
        op.create_index(f"ix_invoices_{column}", "invoices", [column])
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON invoices FROM PUBLIC, CURRENT_USER")
    op.execute(
        "CREATE TRIGGER invoices_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    # -1 is "no invoice yet", also in orders that release 0.2.0 writes. NULL stays in payments of before.
    op.add_column("payments", sa.Column("invoiced_minor", sa.BigInteger))
    op.execute("ALTER TABLE payments ALTER COLUMN invoiced_minor SET DEFAULT -1")
    op.execute(
        "UPDATE payments SET invoiced_minor = -1 "
        "WHERE status <> 'completed' AND created_at > now() - interval '60 days'"
    )
