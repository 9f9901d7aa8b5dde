"""The desk: its audit log, and the cases that staff have open."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import ARRAY, BigInteger, Identity, Index, Integer, SmallInteger, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class StaffActionRow(Base):
    """A staff access: the audit log of the desk. Append-only."""

    __tablename__ = "staff_actions"
    __table_args__ = (
        Index("ix_staff_actions_actor_id_at", "actor_id", "at"),
        Index("ix_staff_actions_member_id", "member_id"),
        APPEND_ONLY,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    actor_id: Mapped[UUID]
    action: Mapped[str]
    member_id: Mapped[UUID | None]
    case_id: Mapped[UUID | None]
    reason: Mapped[str | None]
    searched_by: Mapped[str | None]
    found: Mapped[int | None]
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ReadReviewRow(Base):
    """A look without a case that another person has looked through."""

    __tablename__ = "read_reviews"

    # Of `staff_actions`. No foreign key: making it would lock a table that the previous release writes.
    action_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    reviewer_id: Mapped[UUID]
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class DeskLeaseRow(Base):
    """The person at the desk who has a case open, until `expires_at`. A case is a complaint or a photo."""

    __tablename__ = "desk_leases"
    __table_args__ = (Index("uq_desk_leases_is_photo_case_id", "is_photo", "case_id", unique=True),)

    # The previous release resolves conflicts by this key; the unique index takes its place once that is gone.
    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_photo: Mapped[bool | None]  # null in rows of the previous release
    holder_id: Mapped[UUID]
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    # The reports that its holder was shown; null for a photo, and in rows of the previous release.
    reports: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))


class DeskDecisionRow(Base):
    """A decision of the desk that can still be undone. The worker deletes the row when it has taken effect."""

    __tablename__ = "desk_decisions"
    __table_args__ = (Index("uq_desk_decisions_is_photo_case_id", "is_photo", "case_id", unique=True),)

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID]
    batch_id: Mapped[UUID] = mapped_column(index=True)
    actor_id: Mapped[UUID]
    pool: Mapped[int] = mapped_column(SmallInteger)
    member_id: Mapped[UUID | None]
    is_photo: Mapped[bool]
    measure: Mapped[str]
    reason: Mapped[str | None]
    ground: Mapped[str | None]
    template: Mapped[str | None]
    facts: Mapped[str | None]
    days: Mapped[int | None] = mapped_column(Integer)
    due_at: Mapped[datetime] = mapped_column(AwareTime, index=True)
    reports: Mapped[list[UUID] | None] = mapped_column(ARRAY(Uuid))  # those it closes; as of the lease
