from datetime import datetime
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.tables import AwareTime
from sqlalchemy import ForeignKey, Index, LargeBinary, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class AccountRow(Base):
    __tablename__ = "accounts"
    __table_args__ = (Index("uq_accounts_site_email", "site", "email", unique=True),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    email: Mapped[str]
    name: Mapped[str]
    password_hash: Mapped[str]
    status: Mapped[str]
    locale: Mapped[str]
    signed_up_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    deleted_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Billing's figures, as its events told them last.
    credits: Mapped[int] = mapped_column(server_default=text("0"))
    credits_version: Mapped[int] = mapped_column(server_default=text("0"))
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))


class LoginGuardRow(Base):
    __tablename__ = "login_guards"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    failures: Mapped[int]
    blocked_until: Mapped[datetime | None] = mapped_column(AwareTime)


class SessionRow(Base):
    __tablename__ = "sessions"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)


class TokenRow(Base):
    """One row per member and purpose: a newer token takes the older one's place."""

    __tablename__ = "tokens"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)
