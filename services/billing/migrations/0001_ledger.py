"""Wallets, the ledger that explains them, charges that wait for their message, and payments."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "wallets",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("free_messages_left", sa.Integer, nullable=False),
        sa.Column("is_premium", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("opened_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("balance >= 0", name="balance"),
        sa.CheckConstraint("free_messages_left >= 0", name="free_messages_left"),
    )
    op.create_table(
        "payments",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("package_id", sa.String, nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("amount", sa.Numeric(12, 2), nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("method", sa.String, nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("provider_id", sa.String, unique=True),
        sa.Column("checkout_url", sa.String),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("immediate_delivery_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("decided_at", AWARE),
        sa.Column("asked_at", AWARE),
        sa.Column("ask_after", AWARE, nullable=False),
        sa.Column("asks", sa.Integer, nullable=False, server_default=sa.text("0")),
    )
    op.create_index("ix_payments_member_id", "payments", ["member_id"])
    op.create_index(
        "ix_payments_not_completed", "payments", ["ask_after"], postgresql_where=sa.text("status <> 'completed'")
    )
    op.create_table(
        "transfers",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("wallets.member_id"), nullable=False),
        sa.Column("credits", sa.BigInteger, nullable=False),
        sa.Column("free_messages", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("balance_after", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("partner_id", sa.Uuid),
        sa.Column("payment_id", sa.Uuid, sa.ForeignKey("payments.id")),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("uq_transfers_member_version", "transfers", ["member_id", "version"], unique=True)
    op.create_table(
        "entries",
        sa.Column("transfer_id", sa.Uuid, sa.ForeignKey("transfers.id"), primary_key=True),
        sa.Column("account", sa.String, primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount <> 0", name="amount"),
    )
    op.create_table(
        "unsettled_charges",
        sa.Column("charge_id", sa.Uuid, sa.ForeignKey("transfers.id"), primary_key=True),
        sa.Column("ask_after", AWARE, nullable=False),
    )
    op.create_index("ix_unsettled_charges_ask_after", "unsettled_charges", ["ask_after"])
    _balance_every_transfer()
    _refuse_changes()


def _balance_every_transfer() -> None:
    op.execute(
        """
        CREATE FUNCTION check_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            checked uuid;
            total bigint;
            to_member bigint;
        BEGIN
            IF TG_TABLE_NAME = 'transfers' THEN checked := NEW.id; ELSE checked := NEW.transfer_id; END IF;
            SELECT coalesce(sum(amount), 0), coalesce(sum(amount) FILTER (WHERE account LIKE 'member:%'), 0)
              INTO total, to_member FROM entries WHERE transfer_id = checked;
            IF total <> 0 THEN
                RAISE EXCEPTION 'transfer % does not sum to zero', checked USING ERRCODE = 'check_violation';
            END IF;
            IF to_member <> (SELECT credits FROM transfers WHERE id = checked) THEN
                RAISE EXCEPTION 'transfer % differs from its entries', checked USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$
        """
    )
    for table in ("transfers", "entries"):
        # Deferred, because a transfer and its entries are written one after the other.
        op.execute(
            f"CREATE CONSTRAINT TRIGGER {table}_are_balanced AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION check_transfer()"
        )


def _refuse_changes() -> None:
    # Only a superuser can empty the ledger, as tests do; no service runs as one.
    op.execute(
        """
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'TRUNCATE' AND current_setting('is_superuser') = 'on' THEN
                RETURN NULL;
            END IF;
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
        END $$
        """
    )
    for table in ("transfers", "entries"):
        op.execute(
            f"CREATE TRIGGER {table}_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
