from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime, new_metadata
from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class PreferenceRow(Base):
    """A switch that a member has changed; a switch without a row has its default."""

    __tablename__ = "preferences"
    __table_args__ = (Index("ix_preferences_kind_wanted", "kind", "member_id", postgresql_where=text("email")),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    email: Mapped[bool]
    push: Mapped[bool]
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class MailSettingRow(Base):
    """Whether emails leave out the other member they are about; they do without a row, as pushes always do."""

    __tablename__ = "mail_settings"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_discreet: Mapped[bool]
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class EmailRow(Base):
    """An email of the queue. `state` is queued, sent, suppressed or failed; `reason` says why it was not sent."""

    __tablename__ = "mails"
    __table_args__ = (
        Index("ix_mails_due", "next_try_at", postgresql_where=text("state = 'queued'")),
        Index("ix_mails_member_id", "member_id"),
        Index("ix_mails_about_id", "about_id"),
        Index("ix_mails_finished_at", "finished_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID]
    about_id: Mapped[UUID | None]
    template: Mapped[str]
    site: Mapped[str | None]
    locale: Mapped[str | None]
    params: Mapped[dict[str, str]] = mapped_column(JSONB, server_default=text("'{}'"))
    sealed: Mapped[bytes | None] = mapped_column(LargeBinary)
    state: Mapped[str] = mapped_column(server_default=text("'queued'"))
    reason: Mapped[str | None]
    # Keyed hash of the address it was sent to: a report about it may come after the member has another one.
    address_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    next_try_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # While a worker sends it, it sends no other one of the same member.
    claimed_until: Mapped[datetime | None] = mapped_column(AwareTime)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)


class TextMessageRow(Base):
    """A text message, without number and words.

    To a person chosen for a date (a queue; the first of a plan has its id), or sent by another service. `state` is one
    of TextMessageState; `reason` is why it failed, or the provider's code.

    Without member and purpose: a report of the provider came before the event of the service that sent it.
    """

    __tablename__ = "text_messages"
    __table_args__ = (
        Index("ix_text_messages_due", "next_try_at", postgresql_where=text("state IN ('queued', 'sending')")),
        Index("ix_text_messages_member_id", "member_id"),
        Index("ix_text_messages_created_at", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None]
    # Of a second message to a chosen person; null where the id is the plan's, and in messages of another service.
    plan_id: Mapped[UUID | None]
    purpose: Mapped[str | None]
    state: Mapped[str]
    reason: Mapped[str | None]
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    # When it is due; while it is being sent, when its outcome counts as unknown.
    next_try_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)


class NameRow(Base):
    """Name of a member, a projection of profiles."""

    __tablename__ = "names"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str]
    is_fictional: Mapped[bool]


class SuppressedAddressRow(Base):
    """An address of a member, present or former, that bounced, complained or unsubscribed; as a keyed hash."""

    __tablename__ = "suppressed_addresses"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    address_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    reason: Mapped[str]
    suppressed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SuppressionRow(Base):
    """A member to whose present address no email is sent."""

    __tablename__ = "suppressions"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    reason: Mapped[str]
    suppressed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PushSubscriptionRow(Base):
    """A device with the keys that encrypt for it. It belongs to the member who subscribed it last."""

    __tablename__ = "push_subscriptions"
    __table_args__ = (
        Index("ix_push_subscriptions_member_id", "member_id"),
        Index("ix_push_subscriptions_session_id", "session_id"),
    )

    endpoint: Mapped[str] = mapped_column(primary_key=True)
    member_id: Mapped[UUID]
    p256dh: Mapped[str]
    auth: Mapped[str]
    # Logging out deletes the devices of the session. Devices subscribed before this column existed have none.
    session_id: Mapped[UUID | None]
    subscribed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PushRow(Base):
    """A push of the queue of one device. `state` is queued, sent, withheld or failed; `reason` is why it was not sent.

    One push of a topic is queued at a time; `version` grows when a newer request joins it.
    """

    __tablename__ = "pushes"
    __table_args__ = (
        Index("uq_pushes_waiting", "endpoint", "topic", unique=True, postgresql_where=text("state = 'queued'")),
        Index("ix_pushes_due", "next_try_at", postgresql_where=text("state = 'queued'")),
        Index("ix_pushes_endpoint", "endpoint"),
        Index("ix_pushes_member_id", "member_id"),
        Index("ix_pushes_about_id", "about_id"),
        Index("ix_pushes_finished_at", "finished_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    endpoint: Mapped[str] = mapped_column(ForeignKey("push_subscriptions.endpoint", ondelete="CASCADE"))
    member_id: Mapped[UUID]
    about_id: Mapped[UUID | None]
    conversation_id: Mapped[UUID | None]
    notice: Mapped[str]
    topic: Mapped[str]
    version: Mapped[int] = mapped_column(server_default=text("0"))
    state: Mapped[str] = mapped_column(server_default=text("'queued'"))
    reason: Mapped[str | None]
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    next_try_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # While a worker sends it, it sends no other one of the same device.
    claimed_until: Mapped[datetime | None] = mapped_column(AwareTime)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)


class UnreadRow(Base):
    """Unread messages of a member in one conversation; deleted when they are read."""

    __tablename__ = "unreads"
    __table_args__ = (
        Index("ix_unreads_about_id", "about_id"),
        Index("ix_unreads_unmailed", "since", postgresql_where=text("mailed_at IS NULL")),
        Index("ix_unreads_unreminded", "since", postgresql_where=text("reminded_at IS NULL")),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(primary_key=True)
    about_id: Mapped[UUID]
    count: Mapped[int] = mapped_column(server_default=text("1"))
    last_seq: Mapped[int] = mapped_column(BigInteger)
    since: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    mailed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    reminded_at: Mapped[datetime | None] = mapped_column(AwareTime)


class MutedConversationRow(Base):
    """A conversation that a member has muted: its messages make no unread row, so nothing is mailed or pushed."""

    __tablename__ = "muted_conversations"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    conversation_id: Mapped[UUID] = mapped_column(primary_key=True)


class NewLikeRow(Base):
    """A like of the last days, counted by emails."""

    __tablename__ = "new_likes"
    __table_args__ = (
        Index("ix_new_likes_liker_id", "liker_id"),
        Index("ix_new_likes_unmailed", "given_at", postgresql_where=text("mailed_at IS NULL")),
        Index("ix_new_likes_given_at", "given_at"),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    liker_id: Mapped[UUID] = mapped_column(primary_key=True)
    given_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    mailed_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ActivityRow(Base):
    """Time of a member's last activity: a member with an open page needs no push."""

    __tablename__ = "activities"
    __table_args__ = (Index("ix_activities_active_at", "active_at"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    active_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
