"""Payments, and money of them that went back."""

from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from shared.kit.db import APPEND_ONLY, NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, Numeric, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class PaymentRow(Base):
    """An order and its payment at the provider: made before the provider knows of it, under the client's id."""

    __tablename__ = "payments"
    __table_args__ = (
        Index("ix_payments_not_completed", "ask_after", postgresql_where=text("status <> 'completed'")),
        Index("ix_payments_to_ask", "ask_after", postgresql_where=text("ask_after < 'infinity'")),
        Index(
            "ix_payments_to_invoice",
            "decided_at",
            "id",
            postgresql_where=text("status = 'completed' AND invoiced_minor <> amount * 100 - returned_minor"),
        ),
        # Two presses at the same moment are one payment: while one is under way, another cannot begin.
        Index(
            "uq_payments_one_press",
            "saved_method_id",
            unique=True,
            postgresql_where=text("status IN ('open', 'pending', 'requires_action')"),
        ),
        # Two providers may have given two payments the same id.
        Index("uq_payments_id_at_provider", "provider", "provider_id", unique=True),
        Index("uq_payments_earlier_id_at_provider", "provider", "earlier_provider_id", unique=True),
        CheckConstraint("returned_minor >= 0", name="returned_minor"),
        CheckConstraint("returned_credits BETWEEN 0 AND credits", name="returned_credits"),
        NEVER_DELETED,
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    site: Mapped[str]
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    package_id: Mapped[str]
    credits: Mapped[int] = mapped_column(BigInteger)
    amount: Mapped[Decimal] = mapped_column(Numeric(12, 2))
    currency: Mapped[str]
    method: Mapped[str]
    locale: Mapped[str]
    status: Mapped[str]
    provider: Mapped[str] = mapped_column(server_default=text("'mollie'"))
    provider_id: Mapped[str | None]
    checkout_url: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # The member asked for delivery at once and knows that the right of withdrawal ends with it.
    immediate_delivery_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    decided_at: Mapped[datetime | None] = mapped_column(AwareTime, index=True)
    asked_at: Mapped[datetime | None] = mapped_column(AwareTime)
    # Infinity once it is decided: then only a webhook makes us ask again.
    ask_after: Mapped[datetime] = mapped_column(AwareTime)
    asks: Mapped[int] = mapped_column(server_default=text("0"))
    discount_code: Mapped[str | None]
    # The price without the discount; NULL where there was none.
    normal_amount: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    country: Mapped[str | None]
    vat_rate: Mapped[int] = mapped_column(server_default=text("0"))
    saves_method: Mapped[bool] = mapped_column(server_default=text("false"))
    saved_method_id: Mapped[UUID | None] = mapped_column(ForeignKey("saved_methods.id", ondelete="SET NULL"))
    failure: Mapped[str | None]
    earlier_provider_id: Mapped[str | None]
    # Money and credits that went back, by refund or chargeback.
    returned_minor: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    returned_credits: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # The sum of its invoices and credit notes; -1 without any, NULL where it was completed before there were any.
    invoiced_minor: Mapped[int | None] = mapped_column(BigInteger, server_default=text("-1"))
    # The provider's last webhook about it: shared/doctor/payments.py reports a provider that sends none.
    webhook_at: Mapped[datetime | None] = mapped_column(AwareTime)


class RefundRow(Base):
    """Money we owe back. The credits are gone when the row is there; the provider is asked until it has paid."""

    __tablename__ = "refunds"
    __table_args__ = NEVER_DELETED

    id: Mapped[UUID] = mapped_column(primary_key=True)
    # A purchase is withdrawn from once.
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"), unique=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    credits: Mapped[int] = mapped_column(BigInteger)
    minor: Mapped[int] = mapped_column(BigInteger)
    stated_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ask_after: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    # The provider that made it, and its id there.
    provider: Mapped[str] = mapped_column(server_default=text("'mollie'"))
    provider_id: Mapped[str | None]
    made_at: Mapped[datetime | None] = mapped_column(AwareTime)


class ProviderEventRow(Base):
    """An event of a provider's webhook that was taken: a repeated or replayed one has no effect."""

    __tablename__ = "provider_events"

    provider: Mapped[str] = mapped_column(primary_key=True)
    event_id: Mapped[str] = mapped_column(primary_key=True)
    received_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class RestorationRow(Base):
    """Append-only. A purchase restored after a won chargeback: its transfer, operator and reason."""

    __tablename__ = "restorations"
    __table_args__ = (CheckConstraint("credits > 0", name="credits"), APPEND_ONLY)

    transfer_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"), index=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    credits: Mapped[int] = mapped_column(BigInteger)
    restored_by: Mapped[str]
    why: Mapped[str]
    restored_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class ReconciliationRow(Base):
    """One night's comparison with the provider's list."""

    __tablename__ = "reconciliations"
    __table_args__ = NEVER_DELETED

    day: Mapped[date] = mapped_column(primary_key=True)
    begun_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)
    seen: Mapped[int] = mapped_column(server_default=text("0"))
    mended: Mapped[int] = mapped_column(server_default=text("0"))
    flagged: Mapped[int] = mapped_column(server_default=text("0"))


class FindingRow(Base):
    """A difference between the provider's payments and ours that no rule corrects: an operator resolves it."""

    __tablename__ = "reconciliation_findings"
    __table_args__ = NEVER_DELETED

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(primary_key=True)
    # Joins the key once no process of release 0.2.0 writes findings.
    provider: Mapped[str] = mapped_column(server_default=text("'mollie'"))
    payment_id: Mapped[UUID | None]
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    resolved_at: Mapped[datetime | None] = mapped_column(AwareTime)
