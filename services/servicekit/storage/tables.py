"""The kit's own tables. They live in the schema `kit` of every service's database and have their own migrations."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, DateTime, Identity, Index, Integer, LargeBinary, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from servicekit.storage.base import new_metadata
from servicekit.storage.privileges import NEVER_DELETED

AwareTime = DateTime(timezone=True)


class KitBase(DeclarativeBase):
    metadata = new_metadata(schema="kit")


class OutboxRow(KitBase):
    """An event to tell, written in the transaction of the change it tells of. Kept, so that a stream can be rebuilt."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_unpublished", "seq", postgresql_where=text("published_at IS NULL")),
        Index("ix_outbox_published_at", "published_at", postgresql_using="brin"),
    )

    seq: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    event_id: Mapped[UUID] = mapped_column(unique=True)
    subject: Mapped[str]
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    traceparent: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    published_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Its sequence in JetStream, by which it is deleted there; NULL when the previous release published it.
    stream_seq: Mapped[int | None] = mapped_column(BigInteger)


class InboxRow(KitBase):
    """An event that has had its effect here, written in the transaction of that effect."""

    __tablename__ = "inbox"
    __table_args__ = (Index("ix_inbox_handled_at", "handled_at", postgresql_using="brin"),)

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    handled_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ParkedEvent(KitBase):
    """An event that failed too often. Someone looks at it, mends the cause and replays it."""

    __tablename__ = "parked_events"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    subject: Mapped[str]
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    error: Mapped[str]
    parked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class StreamRow(KitBase):
    """When the stream we published to was made. A younger one has lost our events, so they are told again."""

    __tablename__ = "streams"
    __table_args__ = NEVER_DELETED

    name: Mapped[str] = mapped_column(primary_key=True)
    made_at: Mapped[str]


class AnswerRow(KitBase):
    """The answer to a create call, for the retry that asks again with the same key."""

    __tablename__ = "answers"

    actor: Mapped[str] = mapped_column(primary_key=True)
    operation: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RevokedSession(KitBase):
    """A session whose tokens are refused until the last of them has run out."""

    __tablename__ = "revoked_sessions"

    session_id: Mapped[UUID] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(AwareTime)


class RevocationCheck(KitBase):
    """When `revoked_sessions` was last copied from its source: it contains all that was revoked before."""

    __tablename__ = "revocation_checks"

    source: Mapped[str] = mapped_column(primary_key=True)  # identity
    checked_at: Mapped[datetime] = mapped_column(AwareTime)


class ErasedRow(KitBase):
    """A member this service has erased; `swept_at` once no event that is kept speaks of them any more."""

    __tablename__ = "erased"
    __table_args__ = (Index("ix_erased_unswept", "erased_at", postgresql_where=text("swept_at IS NULL")), NEVER_DELETED)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    swept_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The outbox may not know all of the member's events in the stream: it has to be read as a whole, once.
    needs_walk: Mapped[bool] = mapped_column(server_default=text("true"))


class RateLimitRow(KitBase):
    """The counts of one window of one rate limit for one subject (servicekit.sliding_window.postgres)."""

    __tablename__ = "rate_limits"
    __table_args__ = (Index("ix_rate_limits_expires_at", "expires_at"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    slice: Mapped[int] = mapped_column(BigInteger)
    counts: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    logged_until: Mapped[datetime | None] = mapped_column(AwareTime)
