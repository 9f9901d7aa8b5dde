"""The audit log of the marketing desk: who changed what, when, from what to what. Rows are only ever added."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# The trigger holds for the tables' owner, too; the role of the service has no privilege to change rows. The term is
# that of storage/data_inventory.py.
APPEND_ONLY = """
CREATE FUNCTION marketing_actions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'marketing actions are only ever added';
END $$;
CREATE TRIGGER marketing_actions_stay BEFORE UPDATE OR DELETE ON marketing_actions
    FOR EACH ROW EXECUTE FUNCTION marketing_actions_stay();
"""
FORGET = """
CREATE FUNCTION forget_marketing_actions(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.marketing_actions WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM public.marketing_actions WHERE at < now() - interval '1098 days'
            LIMIT step FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$
"""


def upgrade() -> None:
    op.create_table(
        "marketing_actions",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("actor_id", sa.Uuid, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("before", JSONB(none_as_null=True)),
        sa.Column("after", JSONB(none_as_null=True)),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_marketing_actions_site_id", "marketing_actions", ["site", "id"])
    op.create_index("ix_marketing_actions_actor_id", "marketing_actions", ["actor_id"])
    op.create_index("ix_marketing_actions_at", "marketing_actions", ["at"])
    op.execute(APPEND_ONLY)
    op.execute(FORGET)
