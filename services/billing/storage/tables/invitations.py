from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class InvitationRewardRow(Base):
    """The reward for one invited member. `due_at` is set by that member's first purchase."""

    __tablename__ = "invitation_rewards"
    __table_args__ = (
        Index("ix_invitation_rewards_due_at", "due_at", postgresql_where=text("state = 'pending'")),
        Index("ix_invitation_rewards_held", "site", "due_at", postgresql_where=text("state = 'held'")),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    inviter_id: Mapped[UUID] = mapped_column(index=True)
    site: Mapped[str]
    credits: Mapped[int]
    days: Mapped[int]
    state: Mapped[str]
    reason: Mapped[str | None]
    payment_id: Mapped[UUID | None]
    invited_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    due_at: Mapped[datetime | None] = mapped_column(AwareTime)
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    decided_by: Mapped[UUID | None]  # a marketer; NULL for the rules
