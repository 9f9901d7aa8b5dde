"""Saved payment methods, and the bank accounts and telephone numbers behind them."""

from datetime import date, datetime
from uuid import UUID

from shared.kit.db import AwareTime
from sqlalchemy import ForeignKey, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class PayerRow(Base):
    """A provider's customer id of a member with saved methods there."""

    __tablename__ = "payers"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    provider: Mapped[str] = mapped_column(primary_key=True, server_default=text("'mollie'"))
    sealed_customer: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SavedMethodRow(Base):
    """A saved payment method for one-click orders. The provider's ids are sealed; a keyed hash finds the mandate."""

    __tablename__ = "saved_methods"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    provider: Mapped[str] = mapped_column(server_default=text("'mollie'"))
    kind: Mapped[str]
    brand: Mapped[str | None]
    last4: Mapped[str | None]
    sealed_names: Mapped[bytes] = mapped_column(LargeBinary)
    mandate_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    mandate_reference: Mapped[str | None]
    saved_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # The row stays after removal, because payments refer to it; the provider's mandate is revoked.
    removed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    revoked_at: Mapped[datetime | None] = mapped_column(AwareTime)


class DirectDebitRow(Base):
    """An application for direct debit. Account and number are sealed, each beside a keyed hash to find it by."""

    __tablename__ = "direct_debits"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    # Account holder, account, number and address, sealed as one.
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    iban_hash: Mapped[bytes] = mapped_column(LargeBinary, index=True)
    iban_last4: Mapped[str]
    phone_hash: Mapped[bytes] = mapped_column(LargeBinary, index=True)
    phone_last4: Mapped[str]
    mandate_reference: Mapped[str] = mapped_column(unique=True)
    code_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    code_expires_at: Mapped[datetime | None] = mapped_column(AwareTime)
    code_sent_at: Mapped[datetime | None] = mapped_column(AwareTime)
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    applied_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    signed_at: Mapped[datetime | None] = mapped_column(AwareTime)
    saved_method_id: Mapped[UUID | None] = mapped_column(ForeignKey("saved_methods.id", ondelete="SET NULL"))


class QuotaRow(Base):
    """Applications on a day. Written by the previous release only; rate limits count them now."""

    __tablename__ = "quotas"

    what: Mapped[str] = mapped_column(primary_key=True)
    whose: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    used: Mapped[int]


class BlockedRow(Base):
    """A bank account or mobile number that pays no more by direct debit, by its keyed hash."""

    __tablename__ = "blocked_accounts"

    hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    reason: Mapped[str]
    blocked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
