"""The kit's tables: outbox, inbox, parked events, streams, answers, revoked sessions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "kit0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("seq", sa.BigInteger, sa.Identity(always=True), primary_key=True),
        sa.Column("event_id", sa.Uuid, nullable=False, unique=True),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("traceparent", sa.String),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("published_at", AWARE),
        schema="kit",
    )
    op.create_index(
        "ix_outbox_unpublished", "outbox", ["seq"], schema="kit", postgresql_where=sa.text("published_at IS NULL")
    )
    # The relay sleeps until a commit wakes it.
    op.execute(
        """
        CREATE FUNCTION kit.wake_relay() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('outbox', ''); RETURN NULL; END $$
        """
    )
    op.execute(
        "CREATE TRIGGER wake_relay AFTER INSERT ON kit.outbox FOR EACH STATEMENT EXECUTE FUNCTION kit.wake_relay()"
    )
    op.create_table(
        "inbox",
        sa.Column("event_id", sa.Uuid, primary_key=True),
        sa.Column("handled_at", AWARE, nullable=False, server_default=sa.func.now()),
        schema="kit",
    )
    op.create_table(
        "parked_events",
        sa.Column("event_id", sa.Uuid, primary_key=True),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("error", sa.String, nullable=False),
        sa.Column("parked_at", AWARE, nullable=False, server_default=sa.func.now()),
        schema="kit",
    )
    op.create_table(
        "streams",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("made_at", sa.String, nullable=False),
        schema="kit",
    )
    op.create_table(
        "answers",
        sa.Column("actor", sa.String, primary_key=True),
        sa.Column("operation", sa.String, primary_key=True),
        sa.Column("key", sa.Uuid, primary_key=True),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("answer", postgresql.JSONB),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        schema="kit",
    )
    op.create_table(
        "revoked_sessions",
        sa.Column("session_id", sa.Uuid, primary_key=True),
        sa.Column("expires_at", AWARE, nullable=False),
        schema="kit",
    )
