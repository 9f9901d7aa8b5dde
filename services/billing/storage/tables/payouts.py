"""Payouts of the providers, as they report them."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class PayoutRow(Base):
    """A payout. `complete_at` is null until all of its lines are here."""

    __tablename__ = "payouts"
    __table_args__ = NEVER_DELETED

    provider: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    # That of the site with most of its payments (`invoice_series.company`).
    company: Mapped[str]
    currency: Mapped[str]
    minor: Mapped[int] = mapped_column(BigInteger)
    paid_at: Mapped[datetime] = mapped_column(AwareTime, index=True)
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    complete_at: Mapped[datetime | None] = mapped_column(AwareTime)


class PayoutLineRow(Base):
    """A line of a payout. There is no foreign key to the payment: the line of an unknown one is kept, too."""

    __tablename__ = "payout_lines"
    __table_args__ = NEVER_DELETED

    provider: Mapped[str] = mapped_column(primary_key=True)
    payout_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    payment_id: Mapped[UUID | None] = mapped_column(index=True)
    # In the payer's currency, and in that of the payout; sums of money that went back are below zero.
    paid_currency: Mapped[str]
    paid_minor: Mapped[int] = mapped_column(BigInteger)
    settled_minor: Mapped[int] = mapped_column(BigInteger)
    fee_minor: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
