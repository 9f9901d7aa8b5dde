"""Views are counters without ids; leads carry their page, and their campaign only after a yes.

Until now visits were stored for everybody, refusals included: those campaigns are deleted here. A visit of a lead was
stored after a yes, so it moves to its lead. The previous release still inserts visits while it serves: a trigger
discards them, and it then makes no leads from them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
CAMPAIGN = ("ref", "sub1", "sub2", "sub3")


def upgrade() -> None:
    op.create_table(
        "views",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("page", sa.String, primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("arm", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("network", sa.String, primary_key=True),
        sa.Column("locale", sa.String, primary_key=True),
        sa.Column("is_suspect", sa.Boolean, primary_key=True),
        sa.Column("views", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("went_on", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    )
    op.create_table(
        "networks",
        sa.Column("site", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("added_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    _extend_leads()
    op.execute(
        "UPDATE leads SET network = visits.network, signed_up_at = attributed_at, ref = visits.ref, "
        "sub1 = visits.sub1, sub2 = visits.sub2, sub3 = visits.sub3 FROM visits WHERE visits.visit_id = leads.visit_id"
    )
    op.execute("UPDATE leads SET visit_id = NULL")
    op.execute("CREATE FUNCTION discard_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
    op.execute(
        "CREATE TRIGGER visits_are_discarded BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION discard_row()"
    )
    op.execute("DELETE FROM visits")


def _extend_leads() -> None:
    op.drop_constraint(op.f("fk_leads_visit_id"), "leads", type_="foreignkey")
    op.drop_constraint(op.f("pk_leads"), "leads", type_="primary")
    op.add_column("leads", sa.Column("id", sa.BigInteger, sa.Identity(always=True), nullable=False))
    op.create_primary_key(op.f("pk_leads"), "leads", ["id"])
    op.create_unique_constraint(op.f("uq_leads_member_id"), "leads", ["member_id"])
    op.alter_column("leads", "member_id", nullable=True)
    op.alter_column("leads", "visit_id", nullable=True)
    for name in ("site", "page", "network", "locale", *CAMPAIGN):
        op.add_column("leads", sa.Column(name, sa.String, nullable=False, server_default=sa.text("''")))
    for name in ("version", "arm"):
        op.add_column("leads", sa.Column(name, sa.BigInteger, nullable=False, server_default=sa.text("0")))
    for name in ("signed_up_at", "confirmed_at", "first_paid_at", "withdrawn_at"):
        op.add_column("leads", sa.Column(name, AWARE))
