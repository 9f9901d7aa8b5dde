"""Decisions that wait for a second person at the desk, and the pictures held in quarantine meanwhile."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()

# A settled confirmation is evidence. The service settles open ones (UPDATE) and deletes old ones (retention); this
# trigger keeps it, and the owner of the tables, from everything else. The term is that of storage/data_inventory.py.
STAY = """
CREATE FUNCTION confirmations_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.asked_at < now() - interval '1098 days' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.outcome IS NULL THEN
        IF (NEW.decision_id, NEW.member_id, NEW.proposed_by, NEW.asked_at, NEW.expires_at)
            = (OLD.decision_id, OLD.member_id, OLD.proposed_by, OLD.asked_at, OLD.expires_at)
            AND NEW.photo_id IS NOT DISTINCT FROM OLD.photo_id
            AND NEW.wanted_until IS NOT DISTINCT FROM OLD.wanted_until THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'confirmations are settled once';
END $$;
CREATE TRIGGER confirmations_stay BEFORE UPDATE OR DELETE ON confirmations
    FOR EACH ROW EXECUTE FUNCTION confirmations_stay();
"""


def upgrade() -> None:
    op.create_table(
        "confirmations",
        sa.Column("decision_id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False, index=True),
        sa.Column("photo_id", sa.Uuid),
        sa.Column("proposed_by", sa.Uuid, nullable=False),
        sa.Column("wanted_until", AWARE),
        sa.Column("asked_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("expires_at", AWARE, nullable=False),
        sa.Column("outcome", sa.String),
        sa.Column("settled_by", sa.Uuid),
        sa.Column("settled_at", AWARE),
        sa.Column("final_decision_id", sa.Uuid),
        sa.CheckConstraint("settled_by <> proposed_by", name="two_people"),
        sa.CheckConstraint("outcome <> 'confirmed' OR settled_by IS NOT NULL", name="confirmed_by_a_person"),
    )
    op.create_index(
        "ix_confirmations_open", "confirmations", ["expires_at"], postgresql_where=sa.text("outcome IS NULL")
    )
    op.create_index(
        "ix_confirmations_final_decision_id",
        "confirmations",
        ["final_decision_id"],
        postgresql_where=sa.text("final_decision_id IS NOT NULL"),
    )
    op.execute(STAY)
    op.create_table(
        "quarantined_photos",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column(
            "member_id",
            sa.Uuid,
            sa.ForeignKey("profiles.member_id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("decision_id", sa.Uuid, nullable=False),
        sa.Column("thumbhash", sa.String, nullable=False),
        sa.Column("media", sa.String, nullable=False),
        sa.Column("fingerprint", sa.LargeBinary),
        sa.Column("added_at", AWARE, nullable=False),
        sa.Column("released_at", AWARE),
    )
