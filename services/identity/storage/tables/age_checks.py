from datetime import datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class AgeCheckRow(Base):
    """How a member has shown their age: outcome, provider and date. No documents, and no birth dates."""

    __tablename__ = "age_checks"
    __table_args__ = (
        Index("ix_age_checks_withheld", "member_id", postgresql_where=text("is_withheld")),
        Index("ix_age_checks_country", "country"),
        Index("ix_age_checks_signed_up_in", "signed_up_in"),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    signed_up_in: Mapped[str]
    country: Mapped[str]
    outcome: Mapped[str | None]
    provider: Mapped[str | None]
    # Version of the statement of age, if the member made it.
    statement: Mapped[str | None]
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The session under way at the provider. The provider knows the attempt and no member.
    attempt_id: Mapped[UUID | None]
    session_id: Mapped[str | None] = mapped_column(unique=True)
    session_url: Mapped[str | None]
    started_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # As AgeAssuranceChanged announced it last.
    is_withheld: Mapped[bool] = mapped_column(server_default=text("false"))
