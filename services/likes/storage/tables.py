from datetime import date, datetime
from uuid import UUID

from shared.kit.db import AwareTime, new_metadata
from sqlalchemy import CheckConstraint, Index, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class LikeRow(Base):
    """One member likes another: as a whole, or a photo or an answer of theirs. Withdrawn by deletion."""

    __tablename__ = "likes"
    __table_args__ = (
        CheckConstraint("liker_id <> liked_id", name="not_oneself"),
        CheckConstraint("words IS NULL OR part_id IS NOT NULL", name="words_name_a_part"),
        Index("ix_likes_sent", "liker_id", "given_at"),
        Index("ix_likes_received", "liked_id", "given_at"),
        Index("ix_likes_opener_due_at", "opener_due_at", postgresql_where=text("opener_due_at IS NOT NULL")),
    )

    liker_id: Mapped[UUID] = mapped_column(primary_key=True)
    liked_id: Mapped[UUID] = mapped_column(primary_key=True)
    given_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    seen_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Set once `auto-like` has shown it.
    shown_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The liked photo or answer, of profiles.
    part_id: Mapped[UUID | None]
    words: Mapped[str | None]
    # Set by the match, until chat has the words.
    opener_due_at: Mapped[datetime | None] = mapped_column(AwareTime)


class WithdrawnWordsRow(Base):
    """Words of a like that was withdrawn: read for a report of them, as they are gone from everywhere else."""

    __tablename__ = "withdrawn_words"
    __table_args__ = (Index("ix_withdrawn_words_liked_id", "liked_id"),)

    liker_id: Mapped[UUID] = mapped_column(primary_key=True)
    liked_id: Mapped[UUID] = mapped_column(primary_key=True)
    given_at: Mapped[datetime] = mapped_column(AwareTime, primary_key=True)
    part_id: Mapped[UUID]
    words: Mapped[str]
    withdrawn_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class MatchRow(Base):
    """Two members who like each other. The lower id comes first, so that a pair has one row."""

    __tablename__ = "matches"
    __table_args__ = (
        CheckConstraint("first_id < second_id", name="in_order"),
        Index("ix_matches_second_id", "second_id"),
    )

    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SwipeRow(Base):
    """A decision of the swipe game. The deck leaves out its profiles; the last pass can be undone."""

    __tablename__ = "swipes"
    __table_args__ = (Index("ix_swipes_order", "member_id", "decided_at"), Index("ix_swipes_profile_id", "profile_id"))

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    profile_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_like: Mapped[bool]
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SwipeDayRow(Base):
    """The number of likes given in the swipe game on one day of the member's time zone."""

    __tablename__ = "swipe_days"
    __table_args__ = (CheckConstraint("likes > 0", name="likes_positive"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    likes: Mapped[int]


class BlockRow(Base):
    """Projection of blocks, from profiles' MemberBlocked and MemberUnblocked."""

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


class RestrictedMemberRow(Base):
    """Projection of members invisible by their own choice or hidden by moderation, from VisibilityChanged."""

    __tablename__ = "veiled_members"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_invisible: Mapped[bool]
    is_hidden: Mapped[bool]


class AcquaintanceRow(Base):
    """Projection of pairs with a conversation, the lower id first: they see each other even when invisible."""

    __tablename__ = "acquaintances"

    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)


class DeletedMemberRow(Base):
    """Projection of deleted accounts, from identity's MemberDeleted and MemberReactivated."""

    __tablename__ = "departed_members"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    departed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
