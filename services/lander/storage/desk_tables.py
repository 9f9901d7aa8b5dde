"""What a marketing desk keeps for itself: the key for costs, and saved views of the report."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKey, func
from sqlalchemy.orm import Mapped, mapped_column

from lander.storage.base import Base


class CostKeyRow(Base):
    """The hash of the key by which a program enters costs of a site, and the marketer in whose name it does."""

    __tablename__ = "cost_keys"

    site: Mapped[str] = mapped_column(primary_key=True)
    key_hash: Mapped[bytes]
    made_by: Mapped[UUID] = mapped_column(index=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ReportViewRow(Base):
    """A saved view of the report: its parameters as those of its address. A shared one is everybody's at the desk."""

    __tablename__ = "report_views"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(index=True)
    owner_id: Mapped[UUID] = mapped_column(index=True)
    name: Mapped[str]
    query: Mapped[str]
    is_shared: Mapped[bool]
    saved_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class DefaultViewRow(Base):
    """The view that the report opens with, for one marketer at one desk."""

    __tablename__ = "default_views"

    site: Mapped[str] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(primary_key=True, index=True)
    view_id: Mapped[UUID] = mapped_column(ForeignKey("report_views.id", ondelete="CASCADE"), index=True)
