"""The queue of pushes, what is unread, new likes, and when members were active."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
NOW = sa.func.now()


def upgrade() -> None:
    op.add_column("push_subscriptions", sa.Column("session_id", sa.Uuid))
    op.create_index("ix_push_subscriptions_session_id", "push_subscriptions", ["session_id"])
    _pushes()
    op.create_table(
        "unreads",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("conversation_id", sa.Uuid, primary_key=True),
        sa.Column("about_id", sa.Uuid, nullable=False),
        sa.Column("count", sa.Integer, nullable=False, server_default=sa.text("1")),
        sa.Column("last_seq", sa.BigInteger, nullable=False),
        sa.Column("since", AWARE, nullable=False, server_default=NOW),
        sa.Column("mailed_at", AWARE),
        sa.Column("reminded_at", AWARE),
    )
    op.create_index("ix_unreads_about_id", "unreads", ["about_id"])
    op.create_index("ix_unreads_unmailed", "unreads", ["since"], postgresql_where=sa.text("mailed_at IS NULL"))
    op.create_index("ix_unreads_unreminded", "unreads", ["since"], postgresql_where=sa.text("reminded_at IS NULL"))
    op.create_table(
        "new_likes",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("liker_id", sa.Uuid, primary_key=True),
        sa.Column("given_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("mailed_at", AWARE),
    )
    op.create_index("ix_new_likes_liker_id", "new_likes", ["liker_id"])
    op.create_index("ix_new_likes_given_at", "new_likes", ["given_at"])
    op.create_index("ix_new_likes_unmailed", "new_likes", ["given_at"], postgresql_where=sa.text("mailed_at IS NULL"))
    op.create_table(
        "activities",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("active_at", AWARE, nullable=False, server_default=NOW),
    )
    op.create_index("ix_activities_active_at", "activities", ["active_at"])


def _pushes() -> None:
    op.create_table(
        "pushes",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column(
            "endpoint", sa.String, sa.ForeignKey("push_subscriptions.endpoint", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("member_id", sa.Uuid, nullable=False),
        sa.Column("about_id", sa.Uuid),
        sa.Column("conversation_id", sa.Uuid),
        sa.Column("notice", sa.String, nullable=False),
        sa.Column("topic", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'queued'")),
        sa.Column("reason", sa.String),
        sa.Column("tries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_try_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("created_at", AWARE, nullable=False, server_default=NOW),
        sa.Column("finished_at", AWARE),
    )
    waiting = sa.text("state = 'queued'")
    op.create_index("uq_pushes_waiting", "pushes", ["endpoint", "topic"], unique=True, postgresql_where=waiting)
    op.create_index("ix_pushes_due", "pushes", ["next_try_at"], postgresql_where=waiting)
    for column in ("endpoint", "member_id", "about_id", "finished_at"):
        op.create_index(f"ix_pushes_{column}", "pushes", [column])
