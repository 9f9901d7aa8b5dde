"""Who wakes the streams by itself, after its commit, is not made to wait for all others that wake theirs."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The trigger still wakes for everyone else: the release before this, a hand at the console.
    op.execute(
        """
        CREATE OR REPLACE FUNCTION wake_streams() RETURNS trigger LANGUAGE plpgsql AS
        $$
        BEGIN
            IF current_setting('kit.wakes_after_commit', true) IS DISTINCT FROM 'on' THEN
                PERFORM pg_notify('feed', member_id::text) FROM told;
            END IF;
            RETURN NULL;
        END
        $$
        """
    )
