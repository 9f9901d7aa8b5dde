"""Fraud scores of members with an open case."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import SmallInteger, Text, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class FraudScoreRow(Base):
    """The signs of a member and their points together. Deleted with the last open case about the member."""

    __tablename__ = "fraud_scores"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    points: Mapped[int] = mapped_column(SmallInteger)
    signs: Mapped[list[str]] = mapped_column(ARRAY(Text))
    computed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
