"""Every transfer carries the hash of the one before it; debt; what became of paid messages; what the auditor saw."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("wallets", sa.Column("debt", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.create_check_constraint("debt", "wallets", "debt >= 0 AND (debt = 0 OR balance = 0)")
    op.add_column("transfers", sa.Column("debt", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("transfers", sa.Column("hash", sa.LargeBinary))
    op.create_index("ix_transfers_created_at", "transfers", ["created_at"])
    op.create_index(
        "ix_transfers_payment_id", "transfers", ["payment_id"], postgresql_where=sa.text("payment_id IS NOT NULL")
    )
    op.create_index("ix_payments_decided_at", "payments", ["decided_at"])
    op.create_table(
        "settled_messages",
        sa.Column("message_id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("refund_id", sa.Uuid, sa.ForeignKey("transfers.id")),
        sa.Column("settled_at", AWARE, nullable=False, server_default=sa.func.now(), index=True),
    )
    op.create_table(
        "audit_progress",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("since", AWARE, nullable=False),
        sa.Column("messages_since", AWARE, nullable=False),
        sa.Column("after_member", sa.Uuid, nullable=False),
        sa.Column("finished_at", AWARE, nullable=False),
    )
    op.create_table(
        "audit_findings",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("found_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("off", sa.dialects.postgresql.JSONB, nullable=False),
        sa.Column("cleared_at", AWARE),
        sa.Column("cleared_by", sa.String),
        sa.Column("cleared_why", sa.String),
    )
    op.create_index(
        "uq_audit_findings_open",
        "audit_findings",
        [sa.text("(cleared_at IS NULL)")],
        unique=True,
        postgresql_where=sa.text("cleared_at IS NULL"),
    )
    _chain_transfers()
    _check_debt_as_well()
    _take_away_the_right_to_change()


def _chain_transfers() -> None:
    op.execute(
        """
        CREATE FUNCTION transfer_hash(previous bytea, transfer transfers) RETURNS bytea LANGUAGE sql STABLE AS $$
            SELECT sha256(coalesce(previous, ''::bytea) || convert_to(concat_ws('|',
                transfer.id, transfer.kind, transfer.member_id, transfer.credits, transfer.free_messages,
                transfer.debt, transfer.balance_after, transfer.version,
                coalesce(transfer.partner_id::text, ''), coalesce(transfer.payment_id::text, ''),
                (extract(epoch FROM transfer.created_at) * 1000000)::bigint
            ), 'UTF8'))
        $$
        """
    )
    op.execute("ALTER TABLE transfers DISABLE TRIGGER transfers_are_append_only")
    op.execute(
        """
        DO $$
        DECLARE
            transfer transfers;
            previous bytea;
            owner uuid;
        BEGIN
            FOR transfer IN SELECT * FROM transfers ORDER BY member_id, version LOOP
                IF transfer.member_id IS DISTINCT FROM owner THEN previous := NULL; owner := transfer.member_id; END IF;
                previous := transfer_hash(previous, transfer);
                UPDATE transfers SET hash = previous WHERE id = transfer.id;
            END LOOP;
        END $$
        """
    )
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    op.execute("ALTER TABLE transfers ENABLE TRIGGER transfers_are_append_only")
    op.alter_column("transfers", "hash", nullable=False)
    # The wallet's row is locked by whoever writes its next transfer, so the one before it is there and stays the last.
    op.execute(
        """
        CREATE FUNCTION chain_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            previous bytea;
        BEGIN
            IF NEW.version > 1 THEN
                SELECT hash INTO previous FROM transfers
                WHERE member_id = NEW.member_id AND version = NEW.version - 1;
                IF NOT FOUND THEN
                    RAISE EXCEPTION 'transfer % has none before it', NEW.id USING ERRCODE = 'check_violation';
                END IF;
            END IF;
            NEW.hash := transfer_hash(previous, NEW);
            RETURN NEW;
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER transfers_are_chained BEFORE INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION chain_transfer()"
    )


def _check_debt_as_well() -> None:
    op.execute(
        """
        CREATE OR REPLACE FUNCTION check_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            checked uuid;
            total bigint;
            to_member bigint;
            to_debt bigint;
        BEGIN
            IF TG_TABLE_NAME = 'transfers' THEN checked := NEW.id; ELSE checked := NEW.transfer_id; END IF;
            SELECT coalesce(sum(amount), 0),
                   coalesce(sum(amount) FILTER (WHERE account LIKE 'member:%'), 0),
                   coalesce(sum(amount) FILTER (WHERE account LIKE 'debt:%'), 0)
              INTO total, to_member, to_debt FROM entries WHERE transfer_id = checked;
            IF total <> 0 THEN
                RAISE EXCEPTION 'transfer % does not sum to zero', checked USING ERRCODE = 'check_violation';
            END IF;
            IF NOT EXISTS (
                SELECT FROM transfers WHERE id = checked AND credits = to_member AND debt = -to_debt
            ) THEN
                RAISE EXCEPTION 'transfer % differs from its entries', checked USING ERRCODE = 'check_violation';
            END IF;
            RETURN NULL;
        END $$
        """
    )


def _take_away_the_right_to_change() -> None:
    for table in ("transfers", "entries"):
        op.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM PUBLIC, CURRENT_USER")
    # A row of entries locks the transfer it belongs to, which takes the right to update some column. The trigger
    # refuses what that right would allow.
    op.execute("GRANT UPDATE (id) ON transfers TO CURRENT_USER")
