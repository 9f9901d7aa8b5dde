"""One transfer for each kind and cause, and wallets that a finding of the auditor freezes. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "transfer_causes",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("cause", sa.Uuid, primary_key=True),
        sa.Column("transfer_id", sa.Uuid, sa.ForeignKey("transfers.id"), nullable=False, unique=True),
    )
    op.execute("REVOKE UPDATE, DELETE, TRUNCATE ON transfer_causes FROM PUBLIC, CURRENT_USER")
    op.execute(
        "CREATE TRIGGER transfer_causes_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_causes "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    # Release 0.2.0 derives the id of such a transfer from its cause and writes no row for it. The trigger writes it, so
    # that of two releases with one cause at the same moment the second fails. This release makes random ids. It runs as
    # the owner, because the service's role has no rights on the new table before they are granted.
    op.execute(
        """
        CREATE FUNCTION keep_cause() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            INSERT INTO public.transfer_causes (kind, cause, transfer_id)
            VALUES (CASE NEW.kind WHEN 'undelivered' THEN 'refund' ELSE NEW.kind END, NEW.id, NEW.id);
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER transfers_have_causes AFTER INSERT ON transfers FOR EACH ROW "
        "WHEN (NEW.kind <> 'message' AND uuid_extract_version(NEW.id) = 5) EXECUTE FUNCTION keep_cause()"
    )
    op.add_column("wallets", sa.Column("is_frozen", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.create_table(
        "wallet_findings",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("found_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("figure", sa.String, nullable=False),
        sa.Column("subject", sa.Uuid, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("stops_sales", sa.Boolean, nullable=False),
        sa.Column("cleared_at", AWARE),
        sa.Column("cleared_by", sa.String),
        sa.Column("cleared_why", sa.String),
        sa.UniqueConstraint("figure", "subject", "state"),
    )
    op.create_index(
        "ix_wallet_findings_open", "wallet_findings", ["member_id"], postgresql_where=sa.text("cleared_at IS NULL")
    )
