"""Countries and VAT of payments, saved methods, direct debit, refunds, reconciliation."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
ZERO = sa.text("0")


def now(name: str) -> sa.Column:
    return sa.Column(name, AWARE, nullable=False, server_default=sa.func.now())


def upgrade() -> None:
    _saved_methods()
    for column in (
        sa.Column("country", sa.String),
        sa.Column("vat_rate", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("saves_method", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("saved_method_id", sa.Uuid, sa.ForeignKey("saved_methods.id", ondelete="SET NULL")),
        sa.Column("failure", sa.String),
        sa.Column("earlier_provider_id", sa.String),
        sa.Column("returned_minor", sa.BigInteger, nullable=False, server_default=ZERO),
        sa.Column("returned_credits", sa.BigInteger, nullable=False, server_default=ZERO),
    ):
        op.add_column("payments", column)
    op.create_unique_constraint("uq_payments_earlier_provider_id", "payments", ["earlier_provider_id"])
    op.create_check_constraint("returned_minor", "payments", "returned_minor >= 0")
    op.create_check_constraint("returned_credits", "payments", "returned_credits BETWEEN 0 AND credits")
    op.create_index("ix_payments_to_ask", "payments", ["ask_after"], postgresql_where=sa.text("ask_after < 'infinity'"))
    op.create_index(
        "uq_payments_one_press",
        "payments",
        ["saved_method_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('open', 'pending', 'requires_action')"),
    )
    _direct_debit()
    _refunds_and_reconciliation()


def _saved_methods() -> None:
    op.create_table(
        "payers",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("sealed_customer", sa.LargeBinary, nullable=False),
        now("made_at"),
    )
    op.create_table(
        "saved_methods",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("brand", sa.String),
        sa.Column("last4", sa.String),
        sa.Column("sealed_names", sa.LargeBinary, nullable=False),
        sa.Column("mandate_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("mandate_reference", sa.String),
        now("saved_at"),
        sa.Column("removed_at", AWARE),
        sa.Column("revoked_at", AWARE),
    )
    op.create_index("ix_saved_methods_member_id", "saved_methods", ["member_id"])


def _direct_debit() -> None:
    op.create_table(
        "direct_debits",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("iban_hash", sa.LargeBinary, nullable=False),
        sa.Column("iban_last4", sa.String, nullable=False),
        sa.Column("phone_hash", sa.LargeBinary, nullable=False),
        sa.Column("phone_last4", sa.String, nullable=False),
        sa.Column("mandate_reference", sa.String, nullable=False, unique=True),
        sa.Column("code_hash", sa.LargeBinary),
        sa.Column("code_expires_at", AWARE),
        sa.Column("code_sent_at", AWARE),
        sa.Column("tries", sa.Integer, nullable=False, server_default=ZERO),
        now("applied_at"),
        sa.Column("signed_at", AWARE),
        sa.Column("saved_method_id", sa.Uuid, sa.ForeignKey("saved_methods.id", ondelete="SET NULL")),
    )
    for column in ("member_id", "iban_hash", "phone_hash"):
        op.create_index(f"ix_direct_debits_{column}", "direct_debits", [column])
    op.create_table(
        "quotas",
        sa.Column("what", sa.String, primary_key=True),
        sa.Column("whose", sa.LargeBinary, primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("used", sa.Integer, nullable=False),
    )
    op.create_table(
        "blocked_accounts",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("reason", sa.String, nullable=False),
        now("blocked_at"),
    )


def _refunds_and_reconciliation() -> None:
    op.create_table(
        "refunds",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("payment_id", sa.Uuid, sa.ForeignKey("payments.id"), nullable=False, unique=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("minor", sa.BigInteger, nullable=False),
        now("stated_at"),
        now("ask_after"),
        sa.Column("tries", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("provider_id", sa.String),
        sa.Column("made_at", AWARE),
    )
    op.create_index("ix_refunds_member_id", "refunds", ["member_id"])
    op.create_table(
        "reconciliations",
        sa.Column("day", sa.Date, primary_key=True),
        now("begun_at"),
        sa.Column("finished_at", AWARE),
        sa.Column("seen", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("mended", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("flagged", sa.Integer, nullable=False, server_default=ZERO),
    )
    op.create_table(
        "reconciliation_findings",
        sa.Column("provider_id", sa.String, primary_key=True),
        sa.Column("what", sa.String, primary_key=True),
        sa.Column("payment_id", sa.Uuid),
        now("found_at"),
        sa.Column("resolved_at", AWARE),
    )
