"""Complaints, and what the desk decided: rows that nobody changes any more."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)

# Decisions are evidence: whoever could change one could change what happened. They go when they are three years old.
APPEND_ONLY = """
CREATE FUNCTION decisions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.decided_at < now() - interval '3 years' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'decisions are only ever added';
END $$;
CREATE TRIGGER decisions_stay BEFORE UPDATE OR DELETE ON decisions
    FOR EACH ROW EXECUTE FUNCTION decisions_stay();
"""


def upgrade() -> None:
    op.add_column("profiles", sa.Column("sanction", sa.String))
    op.add_column("profiles", sa.Column("sanction_until", AWARE))
    op.create_index(
        "ix_profiles_sanction_until",
        "profiles",
        ["sanction_until"],
        postgresql_where=sa.text("sanction_until IS NOT NULL"),
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("number", sa.BigInteger, sa.Identity(always=True), nullable=False, unique=True),
        sa.Column("member_id", sa.Uuid, nullable=False, index=True),
        sa.Column("photo_id", sa.Uuid),
        sa.Column("complaint_id", sa.Uuid),
        sa.Column("actor_id", sa.Uuid),
        sa.Column("automated", sa.Boolean, sa.Computed("actor_id IS NULL", persisted=True), nullable=False),
        sa.Column("measure", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("ground", sa.String),
        sa.Column("facts", sa.String),
        sa.Column("until", AWARE),
        sa.Column("decided_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.execute(APPEND_ONLY)
    op.create_table(
        "complaints",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("number", sa.BigInteger, sa.Identity(always=True), nullable=False, unique=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("reporter_id", sa.Uuid, index=True),
        sa.Column("reporter_email", sa.String),
        sa.Column("about_id", sa.Uuid, index=True),
        sa.Column("decision_id", sa.Uuid),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("evidence", JSONB, nullable=False, server_default=sa.text("'[]'::jsonb")),
        sa.Column("locale", sa.String, nullable=False),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("made_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("decided_at", AWARE),
        sa.Column("outcome", sa.String),
    )
    op.create_index(
        "ix_complaints_open", "complaints", ["made_at", "id"], postgresql_where=sa.text("decided_at IS NULL")
    )
    op.create_index(
        "uq_complaints_decision_id",
        "complaints",
        ["decision_id"],
        unique=True,
        postgresql_where=sa.text("decision_id IS NOT NULL"),
    )
