"""Hash lists of known illegal pictures, sealed evidence of matches, and the log of both. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None

# The trigger holds for the tables' owner, too; the role of the service has no privilege to change rows. The term is
# that of storage/data_inventory.py.
APPEND_ONLY = """
CREATE FUNCTION evidence_acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'acts about evidence are only ever added';
END $$;
CREATE TRIGGER evidence_acts_stay BEFORE UPDATE OR DELETE ON evidence_acts
    FOR EACH ROW EXECUTE FUNCTION evidence_acts_stay();
"""
FORGET = """
CREATE FUNCTION forget_evidence_acts(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.evidence_acts WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM public.evidence_acts WHERE at < now() - interval '1098 days'
            LIMIT step FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$
"""


def upgrade() -> None:
    op.create_table(
        "hash_lists",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("hashes", sa.Integer, nullable=False),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "listed_hashes",
        sa.Column("list_id", sa.Uuid, sa.ForeignKey("hash_lists.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.LargeBinary, primary_key=True),
    )
    op.create_index("ix_listed_hashes_hash", "listed_hashes", ["hash"])
    op.create_table(
        "sealed_evidence",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("number", sa.BigInteger, sa.Identity(always=True), nullable=False, unique=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("list_name", sa.String, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("found_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.Column("kept_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reported_at", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("member_id", "digest", name="uq_sealed_evidence_member_id"),
    )
    op.create_index("ix_sealed_evidence_kept_until", "sealed_evidence", ["kept_until"])
    op.create_table(
        "evidence_acts",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("by_name", sa.String, nullable=False),
        sa.Column("second_name", sa.String),
        sa.Column("note", sa.String),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_evidence_acts_at", "evidence_acts", ["at"])
    op.execute(APPEND_ONLY)
    op.execute(FORGET)
