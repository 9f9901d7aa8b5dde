"""Mails to support and its replies."""

from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKey, Index, LargeBinary, func
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.storage.tables import Base


class SupportThreadRow(Base):
    """A conversation by mail with one address. `member_id` is a hint (domain/support_inbox.py); until
    `is_looked_up` identity has not been asked for it."""

    __tablename__ = "support_threads"
    __table_args__ = (
        Index("ix_support_threads_desk", "site", "state", "last_mail_at"),
        Index("ix_support_threads_address", "site", "address", "last_mail_at"),
        Index("ix_support_threads_member_id", "member_id"),
        Index("ix_support_threads_assigned_to", "assigned_to"),
        Index("ix_support_threads_last_mail_at", "last_mail_at"),
        Index("ix_support_threads_reply_token", "reply_token", unique=True),
        Index("ix_support_threads_unknown", "created_at", postgresql_where=sql("NOT is_looked_up")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    address: Mapped[str]
    name: Mapped[str]
    subject: Mapped[str]
    state: Mapped[str]
    is_spam: Mapped[bool] = mapped_column(server_default=sql("false"))
    assigned_to: Mapped[UUID | None]
    member_id: Mapped[UUID | None]
    is_looked_up: Mapped[bool] = mapped_column(server_default=sql("false"))
    reply_token: Mapped[str]
    related_id: Mapped[UUID | None]
    mails: Mapped[int] = mapped_column(server_default=sql("0"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    last_mail_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SupportEntryRow(Base):
    """A received mail, a reply or a note of a thread. Only a reply has a `state`: queued, sent or failed."""

    __tablename__ = "support_entries"
    __table_args__ = (
        Index("ix_support_entries_thread_id", "thread_id", "created_at"),
        Index("ix_support_entries_message_id", "message_id"),
        Index("ix_support_entries_author_id", "author_id"),
        Index("ix_support_entries_fingerprint", "fingerprint", unique=True),
        Index("ix_support_entries_due", "next_try_at", postgresql_where=sql("state = 'queued'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    thread_id: Mapped[UUID] = mapped_column(ForeignKey("support_threads.id", ondelete="CASCADE"))
    kind: Mapped[str]
    author_id: Mapped[UUID | None]
    text: Mapped[str]
    locale: Mapped[str | None]
    is_cut: Mapped[bool] = mapped_column(server_default=sql("false"))
    attachments: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=sql("'[]'"))
    message_id: Mapped[str | None]
    fingerprint: Mapped[bytes | None] = mapped_column(LargeBinary)
    state: Mapped[str | None]
    reason: Mapped[str | None]
    tries: Mapped[int] = mapped_column(server_default=sql("0"))
    next_try_at: Mapped[datetime | None] = mapped_column(AwareTime)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.clock_timestamp())
