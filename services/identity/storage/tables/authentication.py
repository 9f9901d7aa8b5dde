"""Sessions, factors, and secrets that open an account."""

from datetime import date, datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import BigInteger, ForeignKey, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from identity.storage.tables.base import Base


class LoginGuardRow(Base):
    """Wrong passwords as counted by the previous release, which still serves while this one starts."""

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
    # Only as fine as members need to recognise their own devices.
    browser: Mapped[str | None]
    system: Mapped[str | None]
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())
    second_factor_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # For staff and marketers only: the time at which this session last got a token that opens the desk.
    desk_used_at: Mapped[datetime | None] = mapped_column(AwareTime)


class KnownDeviceRow(Base):
    """A browser in which this member has logged in before, by the hash of the secret its cookie holds."""

    __tablename__ = "known_devices"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_on: Mapped[date] = mapped_column(server_default=func.current_date())


class RecentNetworkRow(Base):
    """A network (/24 or /48) from which a member opened or renewed a session, by its keyed hash, for fourteen days."""

    __tablename__ = "recent_networks"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    network_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True, index=True)
    seen_on: Mapped[date] = mapped_column(server_default=func.current_date(), index=True)


class AttemptsRow(Base):
    """Attempts in a row by subject, a hash that does not reveal the account."""

    __tablename__ = "attempts"

    subject: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    count: Mapped[int]
    blocked_until: Mapped[datetime | None] = mapped_column(AwareTime)
    counted_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)


class AuthenticatorRow(Base):
    """A member's authenticator app. It is in use once `confirmed_at` is set, by a first right code."""

    __tablename__ = "authenticators"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    confirmed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # The time step of the code used last. Codes of it and of older steps are refused.
    last_step: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class RecoveryCodeRow(Base):
    __tablename__ = "recovery_codes"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)


class PasskeyRow(Base):
    __tablename__ = "passkeys"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    credential_id: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    used_on: Mapped[date | None]


class ChallengeRow(Base):
    """A WebAuthn challenge, deleted by its first use."""

    __tablename__ = "challenges"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(AwareTime, index=True)


class TokenRow(Base):
    """One row per member and purpose: a newer token replaces the older one."""

    __tablename__ = "tokens"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    secret_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    expires_at: Mapped[datetime] = mapped_column(AwareTime)
    used_at: Mapped[datetime | None] = mapped_column(AwareTime)
    detail: Mapped[str | None]
