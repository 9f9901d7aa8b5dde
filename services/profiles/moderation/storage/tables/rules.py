"""Rules of the desk, and their matches."""

from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import CheckConstraint, Index, Integer, SmallInteger, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base


class DeskRuleRow(Base):
    """A rule of a site. The checks hold what the desk promises: no version is on that was not simulated, and none that
    acts without two people."""

    __tablename__ = "desk_rules"
    __table_args__ = (
        CheckConstraint("state = 'off' OR simulated_version = version", name="simulated"),
        CheckConstraint(
            "state <> 'on' OR hides IS NULL OR (confirmed_by IS NOT NULL AND confirmed_by <> proposed_by)",
            name="two_people",
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(Integer)
    state: Mapped[str]  # off, proposed, on
    content: Mapped[list[str]] = mapped_column(ARRAY(Text))
    words: Mapped[list[str]] = mapped_column(ARRAY(Text))
    pattern: Mapped[str | None] = mapped_column(Text)
    younger_than_days: Mapped[int | None] = mapped_column(SmallInteger)
    reports: Mapped[int | None] = mapped_column(SmallInteger)
    reports_days: Mapped[int | None] = mapped_column(SmallInteger)
    severity: Mapped[int | None] = mapped_column(SmallInteger)
    label: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str]
    hides: Mapped[str | None]  # text, profile
    proposed_by: Mapped[UUID | None]
    confirmed_by: Mapped[UUID | None]
    failures: Mapped[int] = mapped_column(Integer, server_default=text("0"))  # of this version
    simulated_version: Mapped[int | None] = mapped_column(Integer)
    simulation: Mapped[dict[str, Any] | None] = mapped_column(JSONB)  # `Simulation.to_row`: numbers of members
    changed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RuleMatchRow(Base):
    """A case that matched a rule."""

    __tablename__ = "rule_matches"
    __table_args__ = (
        Index("uq_rule_matches_complaint_id_rule_id_version", "complaint_id", "rule_id", "version", unique=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    rule_id: Mapped[UUID] = mapped_column(index=True)
    name: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(Integer)
    member_id: Mapped[UUID] = mapped_column(index=True)
    complaint_id: Mapped[UUID | None]
    found: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    matched_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
