"""Store rules of the desk, their matches, and the severity that a rule gives a complaint. Expand only."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "desk_rules",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("content", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("words", postgresql.ARRAY(sa.Text), nullable=False),
        sa.Column("pattern", sa.Text),
        sa.Column("younger_than_days", sa.SmallInteger),
        sa.Column("reports", sa.SmallInteger),
        sa.Column("reports_days", sa.SmallInteger),
        sa.Column("severity", sa.SmallInteger),
        sa.Column("label", sa.Text),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("hides", sa.String),
        sa.Column("proposed_by", sa.Uuid),
        sa.Column("confirmed_by", sa.Uuid),
        sa.Column("simulated_version", sa.Integer),
        sa.Column("simulation", postgresql.JSONB),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.CheckConstraint("state = 'off' OR simulated_version = version", name="simulated"),
        sa.CheckConstraint(
            "state <> 'on' OR hides IS NULL OR (confirmed_by IS NOT NULL AND confirmed_by <> proposed_by)",
            name="two_people",
        ),
    )
    op.create_table(
        "rule_matches",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("rule_id", sa.Uuid, nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("member_id", sa.Uuid, nullable=False, index=True),
        sa.Column("complaint_id", sa.Uuid),
        sa.Column("found", postgresql.ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("has_failed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("matched_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    )
    op.create_index(
        "uq_rule_matches_complaint_id_rule_id_version",
        "rule_matches",
        ["complaint_id", "rule_id", "version"],
        unique=True,
    )
    op.add_column("complaints", sa.Column("severity", sa.SmallInteger))
