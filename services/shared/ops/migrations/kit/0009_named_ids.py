"""The ids an event names, in a column, for the sweep after an erasure (docs/decisions/0003-outbox.md)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "kit0009"
down_revision = "kit0008"
branch_labels = None
depends_on = None

# For rows written without the column: by the release before, by statements that encode an event, by a hand at the
# console. A UUID begins eight hexadecimal digits before its first hyphen, so digits in front of it change nothing.
NAME_IDS = r"""
CREATE FUNCTION kit.name_ids() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.named_ids := ARRAY(
        SELECT DISTINCT ids[1]::uuid FROM regexp_matches(
            encode(NEW.payload, 'escape'), '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g'
        ) AS matched (ids)
    );
    RETURN NEW;
END
$$
"""
TRIGGER = """
CREATE TRIGGER name_ids BEFORE INSERT ON kit.outbox FOR EACH ROW WHEN (NEW.named_ids IS NULL)
EXECUTE FUNCTION kit.name_ids()
"""


def upgrade() -> None:
    # NULL in rows from before: those alone are searched by their text.
    op.add_column("outbox", sa.Column("named_ids", postgresql.ARRAY(sa.Uuid)), schema="kit")
    op.execute(NAME_IDS)
    op.execute(TRIGGER)
