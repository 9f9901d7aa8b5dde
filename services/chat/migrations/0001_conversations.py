"""Members, blocks, conversations, messages, withdrawn sends and the feed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

AWARE = sa.DateTime(timezone=True)
ZERO, FALSE = sa.text("0"), sa.text("false")


def upgrade() -> None:
    op.create_table(
        "members",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("name", sa.String, nullable=False, server_default=sa.text("''")),
        sa.Column("state", sa.String, nullable=False, server_default=sa.text("'active'")),
        sa.Column("is_confirmed", sa.Boolean, nullable=False, server_default=FALSE),
        sa.Column("is_premium", sa.Boolean, nullable=False, server_default=FALSE),
        sa.Column("conversations_started", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("credits", sa.BigInteger, nullable=False, server_default=ZERO),
        sa.Column("free_messages_left", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("wallet_version", sa.BigInteger, nullable=False, server_default=ZERO),
    )
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.Uuid, primary_key=True),
        sa.Column("blocked_id", sa.Uuid, primary_key=True),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    op.create_table(
        "conversations",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("first_id", sa.Uuid, nullable=False),
        sa.Column("second_id", sa.Uuid, nullable=False),
        sa.Column("starter_id", sa.Uuid, nullable=False),
        sa.Column("last_seq", sa.BigInteger, nullable=False),
        sa.Column("last_message_at", AWARE, nullable=False),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
        sa.UniqueConstraint("first_id", "second_id", name="uq_conversations_first_id_second_id"),
        sa.CheckConstraint("first_id < second_id", name="ck_conversations_in_order"),
    )
    op.create_table(
        "participations",
        sa.Column("conversation_id", sa.Uuid, sa.ForeignKey("conversations.id"), primary_key=True),
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("partner_id", sa.Uuid, nullable=False),
        sa.Column("read_seq", sa.BigInteger, nullable=False, server_default=ZERO),
        sa.Column("unread", sa.Integer, nullable=False, server_default=ZERO),
        sa.Column("removed_before_seq", sa.BigInteger, nullable=False, server_default=ZERO),
        sa.Column("updated_at", AWARE, nullable=False),
    )
    op.create_index("ix_participations_member_id_updated_at", "participations", ["member_id", "updated_at"])
    op.create_index("ix_participations_unread", "participations", ["member_id"], postgresql_where=sa.text("unread > 0"))
    op.create_table(
        "messages",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("conversation_id", sa.Uuid, sa.ForeignKey("conversations.id"), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("sender_id", sa.Uuid, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("body_hash", sa.LargeBinary, nullable=False),
        sa.Column("answer", JSONB, nullable=False),
        sa.Column("sent_at", AWARE, nullable=False),
        sa.UniqueConstraint("conversation_id", "seq", name="uq_messages_conversation_id_seq"),
    )
    op.create_table(
        "withdrawn_sends",
        sa.Column("message_id", sa.Uuid, primary_key=True),
        sa.Column("withdrawn_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_table(
        "feed_heads",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "feed",
        sa.Column("member_id", sa.Uuid, primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("partner_id", sa.Uuid),
        sa.Column("message_id", sa.Uuid),
        sa.Column("payload", JSONB, nullable=False),
        sa.Column("created_at", AWARE, nullable=False, server_default=sa.func.now()),
    )
    op.create_index("ix_feed_created_at", "feed", ["created_at"], postgresql_using="brin")
    # Live streams sleep until a commit wakes those of this member.
    op.execute(
        """
        CREATE FUNCTION wake_streams() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_notify('feed', member_id::text) FROM told; RETURN NULL; END $$
        """
    )
    op.execute(
        """
        CREATE TRIGGER wake_streams AFTER INSERT ON feed
        REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION wake_streams()
        """
    )
