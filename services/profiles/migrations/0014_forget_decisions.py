"""Decisions that are old enough are deleted through a function: the role of the service cannot delete any."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # It runs as the tables' owner, so names are qualified and the search path is fixed. The term is that of
    # storage/data_inventory.py, and no argument can shorten it.
    op.execute(
        """
        CREATE FUNCTION forget_decisions(step integer) RETURNS bigint
        LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            WITH gone AS (
                DELETE FROM public.decisions WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM public.decisions WHERE decided_at < now() - interval '1098 days'
                    LIMIT step FOR UPDATE SKIP LOCKED
                ))
                RETURNING 1
            )
            SELECT count(*) FROM gone
        $$
        """
    )
