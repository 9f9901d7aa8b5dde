"""The quality sample of the desk."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ARRAY, SmallInteger, Text, Uuid, func
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class QualityReviewRow(Base):
    """A decision of the sample, the one that a second person made of the same case, and that of a third."""

    __tablename__ = "quality_reviews"

    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    case_id: Mapped[UUID]
    is_photo: Mapped[bool]
    pool: Mapped[int] = mapped_column(SmallInteger)
    member_id: Mapped[UUID | None] = mapped_column(index=True)  # null once erased
    reports: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid))  # those that the decision closed
    about: Mapped[str | None] = mapped_column(Text)  # the text of the profile then
    decided_by: Mapped[UUID]
    measure: Mapped[str]
    reason: Mapped[str | None]
    template: Mapped[str | None]
    facts: Mapped[str | None] = mapped_column(Text)
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    second_by: Mapped[UUID | None]
    second_measure: Mapped[str | None]
    second_at: Mapped[datetime | None] = mapped_column(AwareTime)
    agreed: Mapped[bool | None]  # null until the second decision
    settled_by: Mapped[UUID | None]
    settled_measure: Mapped[str | None]  # one of the two, where they differ
    settled_at: Mapped[datetime | None] = mapped_column(AwareTime)
