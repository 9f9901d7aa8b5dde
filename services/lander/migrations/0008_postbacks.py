"""Postbacks: URL templates of the networks, and the queue of requests to them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("networks", sa.Column("hosts", ARRAY(sa.String), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("networks", sa.Column("templates", JSONB, nullable=False, server_default=sa.text("'{}'")))
    op.add_column("networks", sa.Column("hold_days", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("networks", sa.Column("posts_since", AWARE))
    op.create_table(
        "postbacks",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("site", sa.String, nullable=False),
        sa.Column("network", sa.String, nullable=False),
        sa.Column("goal", sa.String, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("lead_id", sa.BigInteger, sa.ForeignKey("leads.id"), nullable=False),
        sa.Column("payment_id", sa.Uuid),
        sa.Column("payout_minor", sa.BigInteger, nullable=False),
        sa.Column("currency", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'queued'")),
        sa.Column("reason", sa.String),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("claims", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_try_at", AWARE, nullable=False),
        sa.Column("code", sa.Integer),
        sa.Column("milliseconds", sa.Integer),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("finished_at", AWARE),
    )
    op.create_index("ix_postbacks_due", "postbacks", ["next_try_at"], postgresql_where=sa.text("state = 'queued'"))
    op.create_index("ix_postbacks_lead_id", "postbacks", ["lead_id"])
    op.create_index("ix_postbacks_payment_id", "postbacks", ["payment_id"])
    op.create_index("ix_postbacks_created_at", "postbacks", ["created_at"])
