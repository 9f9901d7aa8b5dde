"""Progress and findings of the auditor."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, Identity, Index, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class AuditProgressRow(Base):
    """The auditor's progress: one row."""

    __tablename__ = "audit_progress"
    __table_args__ = NEVER_DELETED

    id: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime)
    # Messages paid before this have no row in settled_messages. NULL where release 0.2.0 wrote the row: then it is
    # `messages_since`.
    outcomes_since: Mapped[datetime | None] = mapped_column(AwareTime)
    # The same for release 0.2.0, whose auditor takes a charge without a row in unsettled_charges for lost: far away.
    messages_since: Mapped[datetime] = mapped_column(AwareTime)
    after_member: Mapped[UUID]
    finished_at: Mapped[datetime] = mapped_column(AwareTime)
    # From the last charge in a restored backup to the restore: charges of messages sent then are lost.
    lost_from: Mapped[datetime | None] = mapped_column(AwareTime)
    lost_until: Mapped[datetime | None] = mapped_column(AwareTime)


class WalletFindingRow(Base):
    """A row that violates a check of the auditor. The wallet it concerns is frozen while it is not acknowledged.

    `subject` is the id of that row and `state` what is wrong with it: an acknowledged violation does not come back
    while both are the same.
    """

    __tablename__ = "wallet_findings"
    __table_args__ = (
        UniqueConstraint("figure", "subject", "state"),
        Index("ix_wallet_findings_open", "member_id", postgresql_where=text("cleared_at IS NULL")),
        NEVER_DELETED,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    figure: Mapped[str]
    subject: Mapped[UUID]
    state: Mapped[str]
    member_id: Mapped[UUID]
    # It concerns the ledger as a whole.
    stops_sales: Mapped[bool]
    cleared_at: Mapped[datetime | None] = mapped_column(AwareTime)
    cleared_by: Mapped[str | None]
    cleared_why: Mapped[str | None]


class AuditFindingRow(Base):
    """A violation of the ledger as a whole. Purchases are stopped while one is not acknowledged; at most one is."""

    __tablename__ = "audit_findings"
    __table_args__ = (
        Index(
            "uq_audit_findings_open",
            text("(cleared_at IS NULL)"),
            unique=True,
            postgresql_where=text("cleared_at IS NULL"),
        ),
        NEVER_DELETED,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    off: Mapped[dict[str, int]] = mapped_column(JSONB)
    cleared_at: Mapped[datetime | None] = mapped_column(AwareTime)
    cleared_by: Mapped[str | None]
    cleared_why: Mapped[str | None]
