from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.db import NEVER_DELETED, AwareTime, new_metadata
from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    String,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ZERO, FALSE = text("0"), text("false")


class Base(DeclarativeBase):
    metadata = new_metadata()


class MemberRow(Base):
    """Projection of a member, from the events of identity, profiles and billing."""

    __tablename__ = "members"
    __table_args__ = (Index("ix_members_fictional", "member_id", postgresql_where=text("is_fictional")),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(server_default=text("''"))
    # The pool of the member's site; null until the sign-up event arrives.
    pool: Mapped[int | None] = mapped_column(SmallInteger)
    state: Mapped[str] = mapped_column(server_default=text("'active'"))
    # From profiles: hidden by the member's choice, and by moderation.
    is_invisible: Mapped[bool] = mapped_column(server_default=FALSE)
    is_hidden: Mapped[bool] = mapped_column(server_default=FALSE)
    # From profiles, by the member's choice: partners do not learn what they have read, nor they of partners.
    hides_reads: Mapped[bool] = mapped_column(server_default=FALSE)
    # From identity: the member has not shown their age, and writes to nobody until then.
    is_age_unproven: Mapped[bool] = mapped_column(server_default=FALSE)
    # Moderation closed the account for fraud, and has not lifted that.
    is_closed_for_fraud: Mapped[bool] = mapped_column(server_default=FALSE)
    # From identity and profiles: staff of the site write for it.
    is_fictional: Mapped[bool] = mapped_column(server_default=FALSE)
    is_confirmed: Mapped[bool] = mapped_column(server_default=FALSE)
    is_premium: Mapped[bool] = mapped_column(server_default=FALSE)
    conversations_started: Mapped[int] = mapped_column(server_default=ZERO)
    credits: Mapped[int] = mapped_column(BigInteger, server_default=ZERO)
    free_messages_left: Mapped[int] = mapped_column(server_default=ZERO)
    wallet_version: Mapped[int] = mapped_column(BigInteger, server_default=ZERO)


class GreetingRow(Base):
    """A new member whose first message, written while signing up, is to be posted. Identity has its text."""

    __tablename__ = "greetings"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    due_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class StatusChangeRow(Base):
    """A member who left, came back or was confirmed, until the pages of their partners have been notified."""

    __tablename__ = "standing_changes"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    due_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    is_told: Mapped[bool] = mapped_column(server_default=FALSE)


class FraudNoticeRow(Base):
    """The newest moderation decision about a member. While it closes the account for fraud, the members of their
    conversations are warned in batches: `told_until` is the last conversation of the batch before."""

    __tablename__ = "fraud_notices"
    __table_args__ = (Index("ix_fraud_notices_due", "noted_at", postgresql_where=text("is_active AND NOT is_done")),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    decision_id: Mapped[UUID]
    number: Mapped[int] = mapped_column(BigInteger)  # of the decision: the highest one counts
    is_active: Mapped[bool]
    is_done: Mapped[bool] = mapped_column(server_default=FALSE)
    told_until: Mapped[UUID | None]
    noted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class BlockRow(Base):
    """Projection of profiles' blocks."""

    __tablename__ = "blocks"
    __table_args__ = (Index("ix_blocks_blocked_id", "blocked_id"),)

    blocker_id: Mapped[UUID] = mapped_column(primary_key=True)
    blocked_id: Mapped[UUID] = mapped_column(primary_key=True)


class HiddenContactRow(Base):
    """Projection of identity's ContactVisibilityChanged: neither sees the other, unless they have a conversation."""

    __tablename__ = "hidden_contacts"
    __table_args__ = (Index("ix_hidden_contacts_contact_id", "contact_id"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    contact_id: Mapped[UUID] = mapped_column(primary_key=True)


class ConversationRow(Base):
    """One for each pair of members; its id follows from the two ids."""

    __tablename__ = "conversations"
    __table_args__ = (
        Index("ix_conversations_first_id_second_id", "first_id", "second_id"),
        CheckConstraint("first_id < second_id", name="in_order"),
        NEVER_DELETED,
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    first_id: Mapped[UUID]
    second_id: Mapped[UUID]
    starter_id: Mapped[UUID]
    last_seq: Mapped[int] = mapped_column(BigInteger)
    last_message_at: Mapped[datetime] = mapped_column(AwareTime)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ParticipationRow(Base):
    """One participant of a conversation. `unread` counts the partner's messages after the last read or removed one."""

    __tablename__ = "participations"
    __table_args__ = (
        Index("ix_participations_member_id_updated_at", "member_id", "updated_at"),
        Index("ix_participations_unread", "member_id", postgresql_where=text("unread > 0")),
        NEVER_DELETED,
    )

    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("conversations.id"), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    partner_id: Mapped[UUID]
    read_seq: Mapped[int] = mapped_column(BigInteger, server_default=ZERO)
    unread: Mapped[int] = mapped_column(server_default=ZERO)
    removed_before_seq: Mapped[int] = mapped_column(BigInteger, server_default=ZERO)
    # By this participant, for themselves. A new message ends `is_archived` unless the conversation is muted, too.
    is_muted: Mapped[bool] = mapped_column(server_default=FALSE)
    is_archived: Mapped[bool] = mapped_column(server_default=FALSE)
    # Consents to calls in this conversation, which needs both.
    allows_calls: Mapped[bool] = mapped_column(server_default=FALSE)
    updated_at: Mapped[datetime] = mapped_column(AwareTime)


class MessageRow(Base):
    """A message; each kind has columns of its own.

    `answer` is the wallet in the answer to its sender: a retry gets the same answer for ever.
    """

    __tablename__ = "messages"
    __table_args__ = (
        UniqueConstraint("conversation_id", "seq"),
        CheckConstraint("(kind = 'gift') = (gift IS NOT NULL)", name="gift"),
        CheckConstraint("voice IS NULL OR kind = 'voice'", name="voice"),
        CheckConstraint("(kind = 'call') = (call IS NOT NULL)", name="call"),
        CheckConstraint("icebreaker IS NULL OR (kind = 'text' AND seq = 1)", name="icebreaker"),
        Index("ix_messages_beginnings", "sender_id", "sent_at", postgresql_where=text("likeness IS NOT NULL")),
        NEVER_DELETED,
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("conversations.id"))
    seq: Mapped[int] = mapped_column(BigInteger)
    sender_id: Mapped[UUID]
    kind: Mapped[str]
    text: Mapped[str]
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    answer: Mapped[dict[str, Any]] = mapped_column(JSONB)
    sent_at: Mapped[datetime] = mapped_column(AwareTime)
    hints: Mapped[list[str]] = mapped_column(ARRAY(String), server_default="{}")
    gift: Mapped[str | None]
    # The opening line that the text was made of, and charged as.
    icebreaker: Mapped[str | None]
    # Hash of the text that began a conversation, to find the same text sent to many.
    likeness: Mapped[bytes | None] = mapped_column(LargeBinary)
    photo: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    voice: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # Facts of the call that the message is about: kind, state and seconds.
    call: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # Its price; 0 when it was free, null where it is not known.
    credits: Mapped[int | None] = mapped_column(BigInteger)
    # The recipient was gone without having read it: its price was refunded.
    undelivered_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The message that this one answers, of the same conversation. Its words are read with it and never copied.
    reply_to: Mapped[UUID | None]
    # Its sender took it back: text, hints, photo and voice are in `retracted_contents`.
    retracted_at: Mapped[datetime | None] = mapped_column(AwareTime)


class FictionalLeaseRow(Base):
    """A conversation with a fictional profile that a writer is answering, so that nobody else does."""

    __tablename__ = "fictional_leases"

    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("conversations.id"), primary_key=True)
    writer_id: Mapped[UUID] = mapped_column(index=True)
    expires_at: Mapped[datetime] = mapped_column(AwareTime)


class CallRow(Base):
    """A voice or video call. Its media and its signals are stored nowhere."""

    __tablename__ = "calls"
    __table_args__ = (
        CheckConstraint("kind IN ('voice', 'video')", name="kind"),
        CheckConstraint("state IN ('ringing', 'answered', 'ended', 'missed', 'refused', 'failed')", name="state"),
        CheckConstraint("(state IN ('ringing', 'answered')) = (due_at IS NOT NULL)", name="due"),
        Index("ix_calls_due_at", "due_at", postgresql_where=text("due_at IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(ForeignKey("conversations.id"))
    caller_id: Mapped[UUID] = mapped_column(index=True)
    callee_id: Mapped[UUID] = mapped_column(index=True)
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(server_default=text("'ringing'"))
    credits: Mapped[int] = mapped_column(BigInteger, server_default=ZERO)
    # The pages that the call is bound to.
    caller_tab: Mapped[UUID]
    callee_tab: Mapped[UUID | None]
    # Their sessions: the call ends with either. Null in rows of an earlier release.
    caller_session: Mapped[UUID | None]
    callee_session: Mapped[UUID | None]
    caller_connected: Mapped[bool] = mapped_column(server_default=FALSE)
    callee_connected: Mapped[bool] = mapped_column(server_default=FALSE)
    rang_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    answered_at: Mapped[datetime | None] = mapped_column(AwareTime)
    connected_at: Mapped[datetime | None] = mapped_column(AwareTime)
    ended_at: Mapped[datetime | None] = mapped_column(AwareTime)
    ended_by: Mapped[UUID | None] = mapped_column(index=True)
    # When `end_due_calls` ends it, unless it is answered, connected or heard of before; null once it is over.
    due_at: Mapped[datetime | None] = mapped_column(AwareTime)


class OpenCallRow(Base):
    """A member's open call: at most one a member, and so at most one a conversation."""

    __tablename__ = "open_calls"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    call_id: Mapped[UUID] = mapped_column(ForeignKey("calls.id"), index=True)


class ReactionRow(Base):
    """A participant's reaction to a message: one of `Reaction`, at most one a member and message."""

    __tablename__ = "reactions"

    message_id: Mapped[UUID] = mapped_column(ForeignKey("messages.id"), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    kind: Mapped[str]
    reacted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RetractedContentRow(Base):
    """Content of a message that was taken back, sealed: read as evidence for a complaint and by nothing else."""

    __tablename__ = "retracted_contents"

    message_id: Mapped[UUID] = mapped_column(ForeignKey("messages.id"), primary_key=True)
    sender_id: Mapped[UUID] = mapped_column(index=True)
    text: Mapped[str]
    hints: Mapped[list[str]] = mapped_column(ARRAY(String))
    photo: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    voice: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    retracted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class WithdrawnSendRow(Base):
    """A message id that is refused for ever: billing refunded its charge, as it was never posted."""

    __tablename__ = "withdrawn_sends"

    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    withdrawn_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class UnreferencedFileRow(Base):
    """Files that no message refers to, or not yet; see `pictures.unreferenced_files`."""

    __tablename__ = "loose_media"

    media: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class FeedHeadRow(Base):
    """The last position of a member's feed. Its row lock gives positions in the order of commits, without gaps."""

    __tablename__ = "feed_heads"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)


class FeedRow(Base):
    """A feed event of a member. Kept for a week, so that a page can resume where its stream was cut."""

    __tablename__ = "feed"
    __table_args__ = (
        Index("ix_feed_created_at", "created_at", postgresql_using="brin"),
        # For erasures: they delete what the feeds of others say of a member.
        Index("ix_feed_partner_id", "partner_id", postgresql_where=text("partner_id IS NOT NULL")),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    kind: Mapped[str]
    partner_id: Mapped[UUID | None]
    message_id: Mapped[UUID | None]
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
