from datetime import date, datetime
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.tables import AwareTime
from sqlalchemy import CheckConstraint, Index, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class LikeRow(Base):
    """One member likes another. Withdrawn by deletion."""

    __tablename__ = "likes"
    __table_args__ = (
        CheckConstraint("liker_id <> liked_id", name="not_oneself"),
        Index("ix_likes_sent", "liker_id", "given_at"),
        Index("ix_likes_received", "liked_id", "given_at"),
    )

    liker_id: Mapped[UUID] = mapped_column(primary_key=True)
    liked_id: Mapped[UUID] = mapped_column(primary_key=True)
    given_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    seen_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # When it was shown by itself, once: `auto-like`.
    shown_at: Mapped[datetime | None] = mapped_column(AwareTime)


class MatchRow(Base):
    """Both like each other. The lower id comes first, so that a pair has one row."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("first_id < second_id", name="in_order"),
        Index("ix_matches_second_id", "second_id"),
    )

    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SwipeRow(Base):
    """What a member decided about another in the swipe game: nobody is dealt twice. A pass can be taken back."""

    __tablename__ = "swipes"
    __table_args__ = (Index("ix_swipes_order", "member_id", "decided_at"), Index("ix_swipes_profile_id", "profile_id"))

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    profile_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_like: Mapped[bool]
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SwipeDayRow(Base):
    """How many likes a member gave in the swipe game on a day of their own. One guarded statement counts them."""

    __tablename__ = "swipe_days"
    __table_args__ = (CheckConstraint("likes > 0", name="likes_positive"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    likes: Mapped[int]


class BlockRow(Base):
    """Who blocks whom, as profiles told it."""

    __tablename__ = "blocks"
    __table_args__ = (Index("ix_blocks_blocked_id", "blocked_id"),)

    blocker_id: Mapped[UUID] = mapped_column(primary_key=True)
    blocked_id: Mapped[UUID] = mapped_column(primary_key=True)


class VeiledRow(Base):
    """A member who is invisible by their own choice or hidden by moderation, as profiles told it."""

    __tablename__ = "veiled_members"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_invisible: Mapped[bool]
    is_hidden: Mapped[bool]


class AcquaintanceRow(Base):
    """Two who have a conversation, the lower id first, as chat told it: they see each other even when invisible."""

    __tablename__ = "acquaintances"

    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class DepartedRow(Base):
    """A member whose account is deleted, as identity told it. The row goes when they come back."""

    __tablename__ = "departed_members"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    departed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
