"""Work on cases before they are decided."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ARRAY, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class DeskCaseRow(Base):
    """The assignee and the labels of an open case; deleted with its decision."""

    __tablename__ = "desk_cases"

    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    is_photo: Mapped[bool] = mapped_column(primary_key=True)
    assignee_id: Mapped[UUID | None] = mapped_column(index=True)
    labels: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class CaseNoteRow(Base):
    """An internal note on a case, a member or both."""

    __tablename__ = "case_notes"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(index=True)
    case_id: Mapped[UUID | None] = mapped_column(index=True)
    author_id: Mapped[UUID]
    text: Mapped[str] = mapped_column(Text)
    written_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
