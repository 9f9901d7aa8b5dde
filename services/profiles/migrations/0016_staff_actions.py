"""The audit log of the moderation desk: who looked at whom, when, and why. Rows are only ever added."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# The trigger holds for the tables' owner, too; the role of the service has no privilege to change rows. The term is
# that of storage/data_inventory.py.
APPEND_ONLY = """
CREATE FUNCTION staff_actions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'staff actions are only ever added';
END $$;
CREATE TRIGGER staff_actions_stay BEFORE UPDATE OR DELETE ON staff_actions
    FOR EACH ROW EXECUTE FUNCTION staff_actions_stay();
"""
FORGET = """
CREATE FUNCTION forget_staff_actions(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.staff_actions WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM public.staff_actions WHERE at < now() - interval '1098 days'
            LIMIT step FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$
"""


def upgrade() -> None:
    op.create_table(
        "staff_actions",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("actor_id", sa.Uuid, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("member_id", sa.Uuid),
        sa.Column("case_id", sa.Uuid),
        sa.Column("reason", sa.String),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_staff_actions_actor_id_at", "staff_actions", ["actor_id", "at"])
    op.create_index("ix_staff_actions_member_id", "staff_actions", ["member_id"])
    op.execute(APPEND_ONLY)
    op.execute(FORGET)
