"""Invoices and credit notes, and the last number of each company."""

from datetime import datetime
from typing import Any
from uuid import UUID

from shared.kit.db import APPEND_ONLY, NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, ForeignKey, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class InvoiceSeriesRow(Base):
    """The last number that a company gave a document."""

    __tablename__ = "invoice_series"
    __table_args__ = NEVER_DELETED

    company: Mapped[str] = mapped_column(primary_key=True)
    last: Mapped[int] = mapped_column(BigInteger)


class InvoiceRow(Base):
    """Append-only. An invoice, or a credit note with sums below zero; `seller` is the company as it was then."""

    __tablename__ = "invoices"
    __table_args__ = APPEND_ONLY

    company: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"), index=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    site: Mapped[str]
    seller: Mapped[dict[str, Any]] = mapped_column(JSONB)
    country: Mapped[str]
    vat_rate: Mapped[int]
    currency: Mapped[str]
    minor: Mapped[int] = mapped_column(BigInteger)
    vat_minor: Mapped[int] = mapped_column(BigInteger)
    corrects: Mapped[int | None] = mapped_column(BigInteger)
    issued_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
