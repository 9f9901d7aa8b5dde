"""Preferences, the queue of mails, names, suppressions and push subscriptions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "preferences",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("email", sa.Boolean, nullable=False),
        sa.Column("push", sa.Boolean, nullable=False),
        sa.Column("changed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "mails",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("about_id", sa.Uuid),
        sa.Column("template", sa.String, nullable=False),
        sa.Column("site", sa.String),
        sa.Column("locale", sa.String),
        sa.Column("params", postgresql.JSONB, nullable=False, server_default=sa.text("'{}'")),
        sa.Column("sealed", sa.LargeBinary),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'queued'")),
        sa.Column("reason", sa.String),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_try_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.Column("finished_at", AWARE),
    )
    op.create_index("ix_mails_due", "mails", ["next_try_at"], postgresql_where=sa.text("state = 'queued'"))
    op.create_index("ix_mails_member_id", "mails", ["member_id"])
    op.create_index("ix_mails_about_id", "mails", ["about_id"])
    op.create_index("ix_mails_finished_at", "mails", ["finished_at"])
    op.create_table(
        "names",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("is_fictional", sa.Boolean, nullable=False),
    )
    op.create_table(
        "suppressions",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("suppressed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint", sa.String, primary_key=True),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("p256dh", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("subscribed_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_push_subscriptions_member_id", "push_subscriptions", ["member_id"])
