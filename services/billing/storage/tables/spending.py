from datetime import datetime
from decimal import Decimal
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import Numeric, func
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class SpendingGuardRow(Base):
    """A member's own limits. Its lock puts the member's orders in a row, so that two cannot see the same room."""

    __tablename__ = "spending_guards"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    daily: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    daily_next: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    daily_next_from: Mapped[datetime | None] = mapped_column(AwareTime)
    monthly: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    monthly_next: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    monthly_next_from: Mapped[datetime | None] = mapped_column(AwareTime)
    paused_until: Mapped[datetime | None] = mapped_column(AwareTime)
    checked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
