"""Connected calls are paid for: a purpose of its own."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Allows all that the check before allowed, so old rows fit and the release before writes nothing that is refused.
    op.execute("ALTER TABLE transfers DROP CONSTRAINT ck_transfers_purpose")
    op.execute(
        """
        ALTER TABLE transfers ADD CONSTRAINT ck_transfers_purpose CHECK (
            (purpose IS NULL OR
            (kind IN ('message', 'refund')
                AND purpose IN ('photo', 'voice', 'gift', 'icebreaker', 'opener', 'call')))
            AND (item IS NOT NULL) = (purpose IS NOT NULL AND purpose IN ('gift', 'icebreaker'))
        ) NOT VALID
        """
    )
