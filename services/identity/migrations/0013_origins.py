"""The source of a member is the lander's alone: `origins` is emptied and takes no rows.

The previous release still inserts on each sign-up, so the table stays, with a trigger that discards the rows. The next
release drops both.
"""

from alembic import op

revision = "0013"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE FUNCTION discard_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
    op.execute(
        "CREATE TRIGGER origins_are_discarded BEFORE INSERT ON origins FOR EACH ROW EXECUTE FUNCTION discard_row()"
    )
    op.execute("DELETE FROM origins")
