"""How fast members like."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class LikePaceRow(Base):
    """The likes that a member gave within the newest minute of their likes, and the last minute that had many."""

    __tablename__ = "like_paces"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    minute: Mapped[datetime] = mapped_column(AwareTime)
    likes: Mapped[int]
    fast_at: Mapped[datetime | None] = mapped_column(AwareTime)
