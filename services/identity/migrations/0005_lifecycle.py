"""The way back, erasure with receipts, consents, invites, where an account came from, and exports."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.add_column("accounts", sa.Column("deleted_from", sa.String))
    op.add_column("accounts", sa.Column("terms_accepted_at", AWARE))
    op.create_index(
        "ix_accounts_deleted_at", "accounts", ["deleted_at"], postgresql_where=sa.text("status = 'deleted'")
    )
    _erasure()
    _consents()
    op.create_table(
        "invites",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("made_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("expires_at", AWARE, nullable=False),
        sa.Column("revoked_at", AWARE),
        sa.Column("used_at", AWARE),
        sa.Column("used_by", sa.Uuid),
    )
    op.create_index("ix_invites_used_by", "invites", ["used_by"])
    op.create_table(
        "origins",
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(name, sa.String, nullable=False) for name in ("network", "ref", "sub1", "sub2", "sub3", "lb")),
        sa.Column("visit_id", sa.Uuid),
    )
    _exports()


def _erasure() -> None:
    op.create_table(
        "tombstones",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("address_hash", sa.LargeBinary, nullable=False),
        sa.Column("erased_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("told_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("times_told", sa.Integer, nullable=False, server_default=sa.text("1")),
    )
    op.create_index("ix_tombstones_erased_at", "tombstones", ["erased_at"])
    op.create_table(
        "erasure_receipts",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("service", sa.String, primary_key=True),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("first_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("last_at", AWARE, nullable=False, server_default=NOW),
    )


def _consents() -> None:
    op.create_table(
        "consents",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("version", sa.String, nullable=False),
        sa.Column("is_given", sa.Boolean, nullable=False),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_index("ix_consents_member_id_kind_id", "consents", ["member_id", "kind", "id"])
    # What was agreed to is never rewritten; it goes with the account alone.
    op.execute(
        """
        CREATE FUNCTION refuse_change_of_consent() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'consents are append-only' USING ERRCODE = 'insufficient_privilege'; END $$
        """
    )
    op.execute(
        "CREATE TRIGGER consents_are_append_only BEFORE UPDATE ON consents "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_consent()"
    )


def _exports() -> None:
    op.create_table(
        "exports",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("delivered", sa.ARRAY(sa.String), nullable=False),
        sa.Column("requested_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("told_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("ready_at", AWARE),
        sa.Column("expires_at", AWARE),
    )
    op.create_index("ix_exports_member_id_requested_at", "exports", ["member_id", "requested_at"])
    op.create_index(
        "ix_exports_gathering", "exports", ["requested_at"], postgresql_where=sa.text("state = 'gathering'")
    )
    op.create_table(
        "export_parts",
        sa.Column("export_id", sa.Uuid, sa.ForeignKey("exports.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
