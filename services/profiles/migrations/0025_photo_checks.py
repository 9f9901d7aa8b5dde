"""The audit log of the image classifier: its answer about each new photo. Rows are only ever added. Expand only."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

# The trigger holds for the tables' owner, too; the role of the service has no privilege to change rows. The term is
# that of storage/data_inventory.py.
APPEND_ONLY = """
CREATE FUNCTION photo_checks_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'photo checks are only ever added';
END $$;
CREATE TRIGGER photo_checks_stay BEFORE UPDATE OR DELETE ON photo_checks
    FOR EACH ROW EXECUTE FUNCTION photo_checks_stay();
"""
FORGET = """
CREATE FUNCTION forget_photo_checks(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.photo_checks WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM public.photo_checks WHERE at < now() - interval '1098 days'
            LIMIT step FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$
"""


def upgrade() -> None:
    op.create_table(
        "photo_checks",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("photo_id", sa.Uuid, nullable=False),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("model", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("label", sa.String),
        sa.Column("score", sa.Float),
        sa.Column("failure", sa.String),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_photo_checks_photo_id", "photo_checks", ["photo_id", "id"])
    op.create_index("ix_photo_checks_member_id", "photo_checks", ["member_id"])
    op.execute(APPEND_ONLY)
    op.execute(FORGET)
