"""Accounts of staff: what their rows of `accounts` do not say, their roles, and the acts on them."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, AwareTime
from sqlalchemy import ARRAY, BigInteger, ForeignKey, Identity, Index, String, func
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class StaffAccountRow(Base):
    """The part of an account of staff that members do not have. `home` is the brand in whose name it gets mail."""

    __tablename__ = "staff_accounts"
    __table_args__ = (Index("uq_staff_accounts_identity", "oidc_issuer", "oidc_subject", unique=True),)

    account_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    home: Mapped[str]
    invited_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    accepted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    off_boarded_at: Mapped[datetime | None] = mapped_column(AwareTime)
    logged_in_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The identity at the company's OpenID provider, from the first log-in there until a new invitation.
    oidc_issuer: Mapped[str | None]
    oidc_subject: Mapped[str | None]


class StaffRoleRow(Base):
    """A role of an account of staff at a brand, or at every one (`*`)."""

    __tablename__ = "staff_roles"

    account_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)


class StaffActRow(Base):
    """An act on an account of staff: the audit log. Append-only: a trigger refuses every change."""

    __tablename__ = "staff_acts"
    __table_args__ = (
        Index("ix_staff_acts_account_id", "account_id"),
        Index("ix_staff_acts_at", "at"),
        APPEND_ONLY,
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    account_id: Mapped[UUID]
    # The owner who acted, or the operator at a terminal.
    actor_id: Mapped[UUID | None]
    operator: Mapped[str | None]
    act: Mapped[str]
    roles: Mapped[list[str]] = mapped_column(ARRAY(String))  # as they are after it: `moderator@pairwise`
    at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
