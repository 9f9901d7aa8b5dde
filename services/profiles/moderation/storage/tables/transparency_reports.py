from datetime import date
from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class TransparencyReportRow(Base):
    """Figures of a published transparency report; written by `scripts/pairwise moderation transparency-report`."""

    __tablename__ = "transparency_reports"

    site: Mapped[str] = mapped_column(primary_key=True)
    first: Mapped[date] = mapped_column(primary_key=True)
    last: Mapped[date]
    published: Mapped[date]
    figures: Mapped[dict[str, Any]] = mapped_column(JSONB)
