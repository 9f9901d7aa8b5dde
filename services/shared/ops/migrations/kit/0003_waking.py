"""Who wakes the relay by itself, after its commit, is not made to wait for all others that wake theirs."""

from alembic import op

revision = "kit0003"
down_revision = "kit0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The trigger still wakes for everyone else: the release before this, a hand at the console.
    op.execute(
        """
        CREATE OR REPLACE FUNCTION kit.wake_relay() RETURNS trigger LANGUAGE plpgsql AS
        $$
        BEGIN
            IF current_setting('kit.wakes_after_commit', true) IS DISTINCT FROM 'on' THEN
                PERFORM pg_notify('outbox', '');
            END IF;
            RETURN NULL;
        END
        $$
        """
    )
