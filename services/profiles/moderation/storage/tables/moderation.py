"""Complaints, decisions, and pictures that are blocked."""

from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import BigInteger, CheckConstraint, Computed, Identity, Index, SmallInteger, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from profiles.storage.tables.base import Base

NO_EVIDENCE = text("'[]'::jsonb")


class DecisionRow(Base):
    """A decision about a member or a photo. Append-only."""

    __tablename__ = "decisions"
    __table_args__ = APPEND_ONLY

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    photo_id: Mapped[UUID | None]  # of `photos`, or the message of a chat whose picture was blocked
    complaint_id: Mapped[UUID | None]
    actor_id: Mapped[UUID | None]
    automated: Mapped[bool] = mapped_column(Computed("actor_id IS NULL", persisted=True))
    measure: Mapped[str]
    reason: Mapped[str | None]
    ground: Mapped[str | None]
    template: Mapped[str | None]  # of the reasons, in `domain/templates.py`
    facts: Mapped[str | None]
    until: Mapped[datetime | None] = mapped_column(AwareTime)
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ConfirmationRow(Base):
    """A decision that a second person at the desk confirms, or does not. A trigger lets a row be settled once."""

    __tablename__ = "confirmations"
    __table_args__ = (
        Index("ix_confirmations_open", "expires_at", postgresql_where=text("outcome IS NULL")),
        Index(
            "ix_confirmations_final_decision_id",
            "final_decision_id",
            postgresql_where=text("final_decision_id IS NOT NULL"),
        ),
        CheckConstraint("settled_by <> proposed_by", name="two_people"),
        CheckConstraint("outcome <> 'confirmed' OR settled_by IS NOT NULL", name="confirmed_by_a_person"),
    )

    decision_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    photo_id: Mapped[UUID | None]
    proposed_by: Mapped[UUID]
    wanted_until: Mapped[datetime | None] = mapped_column(AwareTime)
    asked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    outcome: Mapped[str | None]  # confirmed, refused, lapsed, superseded; null while it waits
    settled_by: Mapped[UUID | None]
    settled_at: Mapped[datetime | None] = mapped_column(AwareTime)
    final_decision_id: Mapped[UUID | None]  # the decision of the second person


class PendingSuspensionRow(Base):
    """A suspension, or its end, until identity has confirmed it; one row a member, of the last decision."""

    __tablename__ = "pending_suspensions"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    suspended: Mapped[bool]
    version: Mapped[int] = mapped_column(BigInteger)  # the number of the decision
    decided_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class DuplicatePairRow(Base):
    """Two members with the same picture, and the case about them. `first_id` is the smaller id: a pair is one row."""

    __tablename__ = "duplicate_pairs"
    __table_args__ = (
        Index("ix_duplicate_pairs_second_id", "second_id"),
        Index("ix_duplicate_pairs_complaint_id", "complaint_id"),
    )

    first_id: Mapped[UUID] = mapped_column(primary_key=True)
    second_id: Mapped[UUID] = mapped_column(primary_key=True)
    first_photo_id: Mapped[UUID]
    second_photo_id: Mapped[UUID]
    complaint_id: Mapped[UUID]
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ComplaintRow(Base):
    """A complaint with its evidence. An appeal is a complaint about a decision."""

    __tablename__ = "complaints"
    __table_args__ = (
        Index("ix_complaints_open", "made_at", "id", postgresql_where=text("decided_at IS NULL")),
        Index(
            "uq_complaints_decision_id", "decision_id", unique=True, postgresql_where=text("decision_id IS NOT NULL")
        ),
        Index("ix_complaints_case_id", "case_id", postgresql_where=text("case_id IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    kind: Mapped[str]
    reporter_id: Mapped[UUID | None] = mapped_column(index=True)
    reporter_email: Mapped[str | None]
    about_id: Mapped[UUID | None] = mapped_column(index=True)
    decision_id: Mapped[UUID | None]
    reason: Mapped[str]
    text: Mapped[str]
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=NO_EVIDENCE)
    locale: Mapped[str]
    site: Mapped[str]
    # The keyed hash of the network a visitor's complaint came from, until it is decided: two that come from one network
    # are one voice.
    source: Mapped[str | None]
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime)
    outcome: Mapped[str | None]
    # The most severe that rules of the desk gave it; null where none did.
    severity: Mapped[int | None] = mapped_column(SmallInteger)
    # The reason for which it hides its member until it is decided; null for one that hides nobody.
    hides_for: Mapped[str | None]
    # The first report of those that one decision closed together: the decision names it.
    case_id: Mapped[UUID | None]
