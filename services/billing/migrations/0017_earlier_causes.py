"""The causes of the transfers that exist: their ids follow from them. Reads the ledger without a lock."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

# The trigger of 0016 writes those that come meanwhile.
BACKFILL = """
    INSERT INTO transfer_causes (kind, cause, transfer_id)
    SELECT CASE kind WHEN 'undelivered' THEN 'refund' ELSE kind END, id, id FROM transfers WHERE kind <> 'message'
    ON CONFLICT DO NOTHING
"""


def upgrade() -> None:
    op.execute(BACKFILL)
