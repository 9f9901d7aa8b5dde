"""Campaign mails."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint, Index, SmallInteger, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from notifications.storage.tables import Base


class SegmentRow(Base):
    """A saved segment of one site."""

    __tablename__ = "segments"
    __table_args__ = (Index("ix_segments_site_created_at", "site", "created_at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    name: Mapped[str]
    conditions: Mapped[dict[str, Any]] = mapped_column(JSONB)
    version: Mapped[int] = mapped_column(server_default=text("1"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class OriginRow(Base):
    """The network in the link by which a member came, with their consent; None after they took it back."""

    __tablename__ = "origins"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    network: Mapped[str | None]


class CampaignRow(Base):
    """A campaign mail of one site. `drawn_through` is the last member of the newest batch, by id.

    `segment` has the conditions of the segment from the time of scheduling on. `result` is the measurement once it has
    ended; the rows of members are deleted later. `subjects` has, by message and language, those that are tried against
    the document's own. `last_day` is the day of the last message of a series, which has
    `next_run_at` in place of `planned_at`.
    """

    __tablename__ = "campaigns"
    __table_args__ = (
        Index("ix_campaigns_site_created_at", "site", "created_at"),
        CheckConstraint("series IS NULL OR planned_at IS NULL", name="series_has_no_planned_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    name: Mapped[str]
    kind: Mapped[str]
    audience: Mapped[str]
    segment_id: Mapped[UUID | None] = mapped_column(ForeignKey("segments.id", ondelete="SET NULL"))
    segment: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    holdout: Mapped[int] = mapped_column(SmallInteger, server_default=text("10"))
    holdout_key: Mapped[UUID] = mapped_column(server_default=func.gen_random_uuid(), nullable=True)
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    series: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    subjects: Mapped[list[dict[str, list[str]]] | None] = mapped_column(JSONB(none_as_null=True))
    last_day: Mapped[int] = mapped_column(SmallInteger, server_default=text("0"))
    state: Mapped[str] = mapped_column(server_default=text("'draft'"))
    version: Mapped[int] = mapped_column(server_default=text("1"))
    planned_at: Mapped[datetime | None] = mapped_column(AwareTime)
    started_at: Mapped[datetime | None] = mapped_column(AwareTime)
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)
    next_run_at: Mapped[datetime | None] = mapped_column(AwareTime)
    closed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    drawn_through: Mapped[UUID | None]
    result: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class CampaignMemberRow(Base):
    """A member drawn for a campaign, once: the primary key makes a second email of it impossible to queue.

    `reached_at` is the first purchase or return after the draw. In a series the draw is the entry, and the message
    `next_message` is due at `next_at`; without one, `ending` says why there is none.
    """

    __tablename__ = "campaign_members"
    __table_args__ = (
        Index("ix_campaign_members_member_id", "member_id"),
        Index("ix_campaign_members_drawn_at", "drawn_at"),
        Index("ix_campaign_members_next_at", "next_at", postgresql_where=text("next_at IS NOT NULL")),
    )

    campaign_id: Mapped[UUID] = mapped_column(ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True)
    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    arm: Mapped[str]
    email_id: Mapped[UUID | None]
    drawn_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    reached_at: Mapped[datetime | None] = mapped_column(AwareTime)
    next_message: Mapped[int | None] = mapped_column(SmallInteger)
    next_at: Mapped[datetime | None] = mapped_column(AwareTime)
    ending: Mapped[str | None]


class CampaignMessageRow(Base):
    """A message of a campaign to a member, queued once: the primary key makes a second one impossible.

    The table is named for series, which had it first. `subject` is the number of the one drawn, if there are several.
    A member has returned if seen on the day `counts_from` or later.
    """

    __tablename__ = "series_emails"
    __table_args__ = (
        ForeignKeyConstraint(
            ["campaign_id", "member_id"],
            ["campaign_members.campaign_id", "campaign_members.member_id"],
            ondelete="CASCADE",
        ),
        Index("ix_series_emails_member_id", "member_id"),
        Index("ix_series_emails_email_id", "email_id"),
        Index(
            "ix_series_emails_awaited",
            "member_id",
            postgresql_where=text("subject IS NOT NULL AND returned_at IS NULL"),
        ),
    )

    campaign_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    message: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    email_id: Mapped[UUID]
    queued_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    subject: Mapped[int | None] = mapped_column(SmallInteger)
    delivered_at: Mapped[datetime | None] = mapped_column(AwareTime)
    counts_from: Mapped[date | None]
    returned_at: Mapped[datetime | None] = mapped_column(AwareTime)
    unsubscribed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    complained_at: Mapped[datetime | None] = mapped_column(AwareTime)
