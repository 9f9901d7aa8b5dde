"""Messages of the desk, and saved replies."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import Index, SmallInteger, Text, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class DeskMessageRow(Base):
    """A message to a member, or a question to the reporter of a complaint."""

    __tablename__ = "desk_messages"
    __table_args__ = (
        Index(
            "uq_desk_messages_complaint_id",
            "complaint_id",
            unique=True,
            postgresql_where=text("complaint_id IS NOT NULL"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    case_id: Mapped[UUID] = mapped_column(index=True)
    complaint_id: Mapped[UUID | None]
    author_id: Mapped[UUID]
    text: Mapped[str] = mapped_column(Text)
    sent_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    answer: Mapped[str | None] = mapped_column(Text)
    answered_at: Mapped[datetime | None] = mapped_column(AwareTime)


class SavedReplyRow(Base):
    """A text of the desk of a pool, by language."""

    __tablename__ = "saved_replies"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    pool: Mapped[int] = mapped_column(SmallInteger, index=True)
    name: Mapped[str] = mapped_column(Text)
    texts: Mapped[dict[str, str]] = mapped_column(JSONB)
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
