from datetime import datetime
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.tables import AwareTime
from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class VisitRow(Base):
    """Where a visit began and who sent it. No address, no device, no cookie."""

    __tablename__ = "visits"
    __table_args__ = (Index("ix_visits_first_at", "first_at"),)

    visit_id: Mapped[UUID] = mapped_column(primary_key=True)
    path: Mapped[str]
    network: Mapped[str] = mapped_column(server_default=text("''"))
    ref: Mapped[str] = mapped_column(server_default=text("''"))
    sub1: Mapped[str] = mapped_column(server_default=text("''"))
    sub2: Mapped[str] = mapped_column(server_default=text("''"))
    sub3: Mapped[str] = mapped_column(server_default=text("''"))
    lb: Mapped[str] = mapped_column(server_default=text("''"))
    first_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # Told only of visits with lb; one of those without it is a bounce.
    went_on_at: Mapped[datetime | None] = mapped_column(AwareTime)


class LeadRow(Base):
    """The visit a member signed up in. A member has one."""

    __tablename__ = "leads"
    __table_args__ = (Index("ix_leads_visit_id", "visit_id"),)

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    visit_id: Mapped[UUID] = mapped_column(ForeignKey("visits.visit_id", ondelete="CASCADE"))
    attributed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
