"""The kit's own tables, in the schema `kit` of every service's database, with their own migrations."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, DateTime, Identity, Index, Integer, LargeBinary, Uuid, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from shared.kit.db.base import new_metadata
from shared.kit.db.privileges import NEVER_DELETED, PARTITIONED_BY_DAY

AwareTime = DateTime(timezone=True)


class KitBase(DeclarativeBase):
    metadata = new_metadata(schema="kit")


class OutboxRow(KitBase):
    """Transactional outbox: an event, written in the transaction of the change it reports and published by the relay.

    Published rows are retained for thirty days, so that a lost JetStream stream can be rebuilt from them. In partitions
    by the day at which the event was made, which its id begins with.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_seq", "seq"),
        Index("ix_outbox_unpublished", "seq", postgresql_where=text("published_at IS NULL")),
        Index("ix_outbox_without_ids", "seq", postgresql_where=text("named_ids IS NULL")),
        # Written by the relay, not by the transaction that announces: an update of a row is a new entry in each index.
        Index(
            "ix_outbox_named_ids",
            "named_ids",
            postgresql_using="gin",
            postgresql_where=text("named_ids IS NOT NULL AND published_at IS NOT NULL"),
        ),
        Index("ix_outbox_published_at", "published_at", postgresql_using="brin"),
        PARTITIONED_BY_DAY,
    )

    # Its order among the events of this service.
    seq: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    subject: Mapped[str]
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    traceparent: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    published_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Its sequence number in JetStream, needed to delete it there; NULL for rows the previous release published.
    stream_seq: Mapped[int | None] = mapped_column(BigInteger)
    # The ids in the payload that may be members' (`event_facts.named_ids`); NULL in rows of earlier releases.
    named_ids: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))


class InboxRow(KitBase):
    """Inbox: an event handled here, written in the transaction of its effect. A redelivery finds it and is skipped.

    In partitions by the day at which the event was made: a redelivery on a later day comes to the same one.
    """

    __tablename__ = "inbox"
    __table_args__ = (Index("ix_inbox_handled_at", "handled_at", postgresql_using="brin"), PARTITIONED_BY_DAY)

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    handled_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class AppliedState(KitBase):
    """The newest event that took effect about one state (`event_facts.state_key`), so that no older one does."""

    __tablename__ = "applied_states"
    __table_args__ = (Index("ix_applied_states_applied_at", "applied_at", postgresql_using="brin"),)

    key: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    # Its number in the outbox of its service.
    seq: Mapped[int] = mapped_column(BigInteger)
    applied_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ParkedEvent(KitBase):
    """Dead letter: an event that failed too often. An operator fixes the cause and replays it."""

    __tablename__ = "parked_events"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    subject: Mapped[str]
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    error: Mapped[str]
    outbox_seq: Mapped[int | None] = mapped_column(BigInteger)  # of its service; NULL when it came without
    parked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class StreamRow(KitBase):
    """The creation time of the stream we published to. A later one lost our events, so they are published again."""

    __tablename__ = "streams"
    __table_args__ = NEVER_DELETED

    name: Mapped[str] = mapped_column(primary_key=True)
    made_at: Mapped[str]
    # Numbers in the outbox: published rows after the first and up to the second still miss in the new stream.
    republished: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    republish_upto: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # A batch after `republished` was begun: if its relay died, some of it may be in the stream already.
    is_batch_begun: Mapped[bool] = mapped_column(server_default=text("false"))


class IdempotencyKeyRow(KitBase):
    """An idempotency key with the answer of the first call, for retries with the same key."""

    __tablename__ = "answers"

    actor: Mapped[str] = mapped_column(primary_key=True)
    operation: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[UUID] = mapped_column(primary_key=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    answer: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RevokedSession(KitBase):
    """A revoked session. Its tokens are refused until the last of them has expired."""

    __tablename__ = "revoked_sessions"

    session_id: Mapped[UUID] = mapped_column(primary_key=True)
    expires_at: Mapped[datetime] = mapped_column(AwareTime)


class RevocationCheck(KitBase):
    """The time `revoked_sessions` was last copied from its source: sessions revoked before then are all in it."""

    __tablename__ = "revocation_checks"

    source: Mapped[str] = mapped_column(primary_key=True)  # identity
    checked_at: Mapped[datetime] = mapped_column(AwareTime)


class ErasedRow(KitBase):
    """A member this service has erased; `swept_at` is set once no retained event names them any more."""

    __tablename__ = "erased"
    __table_args__ = (Index("ix_erased_unswept", "erased_at", postgresql_where=text("swept_at IS NULL")), NEVER_DELETED)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    erased_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    swept_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # True when the outbox may lack some of the member's events: the whole stream has to be read once.
    needs_walk: Mapped[bool] = mapped_column(server_default=text("true"))


class RateLimitRow(KitBase):
    """The counts of one window of one rate limit for one subject (shared.kit.http.sliding_window.postgres)."""

    __tablename__ = "rate_limits"
    __table_args__ = (Index("ix_rate_limits_expires_at", "expires_at"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    slice: Mapped[int] = mapped_column(BigInteger)
    counts: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    logged_until: Mapped[datetime | None] = mapped_column(AwareTime)
