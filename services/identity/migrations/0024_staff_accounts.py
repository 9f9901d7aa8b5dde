"""Accounts of staff: people of the company, who are no members. Expand only.

An account of staff is a row of `accounts` whose site is `*`, which is the key of no site: so its address is in a
namespace of its own, and the previous release, which looks accounts up by site, finds none of them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

# The trigger holds for the tables' owner, too; the role of the service has no privilege to change rows. The term is
# that of storage/data_inventory.py.
APPEND_ONLY = """
CREATE FUNCTION staff_acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'acts on accounts of staff are only ever added';
END $$;
CREATE TRIGGER staff_acts_stay BEFORE UPDATE OR DELETE ON staff_acts
    FOR EACH ROW EXECUTE FUNCTION staff_acts_stay();
"""
FORGET = """
CREATE FUNCTION forget_staff_acts(step integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.staff_acts WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM public.staff_acts WHERE at < now() - interval '1098 days'
            LIMIT step FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1
    )
    SELECT count(*) FROM gone
$$
"""


def _account(name: str) -> sa.Column[sa.Uuid]:
    return sa.Column(name, sa.Uuid, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)


def _time(name: str, **changes: object) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), **changes)  # type: ignore[arg-type]


def upgrade() -> None:
    op.create_table(
        "staff_accounts",
        _account("account_id"),
        sa.Column("home", sa.String, nullable=False),
        _time("invited_at", nullable=False, server_default=sa.func.now()),
        _time("accepted_at"),
        _time("off_boarded_at"),
        _time("logged_in_at"),
    )
    op.create_table(
        "staff_roles",
        _account("account_id"),
        sa.Column("role", sa.String, primary_key=True),
        sa.Column("site", sa.String, primary_key=True),
    )
    op.create_table(
        "staff_acts",
        sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("account_id", sa.Uuid, nullable=False),
        sa.Column("actor_id", sa.Uuid),
        sa.Column("operator", sa.String),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("roles", sa.ARRAY(sa.String), nullable=False),
        _time("at", nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_staff_acts_account_id", "staff_acts", ["account_id"])
    op.create_index("ix_staff_acts_at", "staff_acts", ["at"])
    op.execute(APPEND_ONLY)
    op.execute(FORGET)
