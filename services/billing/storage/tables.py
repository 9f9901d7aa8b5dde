from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from servicekit.storage import new_metadata
from servicekit.storage.tables import AwareTime
from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    LargeBinary,
    Numeric,
    String,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = new_metadata()


class WalletRow(Base):
    """What a member has now. It always equals the member's transfers; `billing.audit` proves it."""

    __tablename__ = "wallets"
    __table_args__ = (
        CheckConstraint("balance >= 0", name="balance"),
        CheckConstraint("free_messages_left >= 0", name="free_messages_left"),
        CheckConstraint("debt >= 0 AND (debt = 0 OR balance = 0)", name="debt"),
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    balance: Mapped[int] = mapped_column(BigInteger)
    free_messages_left: Mapped[int]
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    version: Mapped[int] = mapped_column(BigInteger)
    opened_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # As identity told; until then, when the wallet was opened.
    signed_up_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    country: Mapped[str | None]
    # Credits that were spent before the payment they came from was taken back.
    debt: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class TransferRow(Base):
    """Append-only: triggers refuse every change. Each transfer is one step of its wallet's version.

    `hash` is over what the transfer says and the hash of the wallet's transfer before it; a trigger writes it.
    """

    __tablename__ = "transfers"
    __table_args__ = (
        Index("uq_transfers_member_version", "member_id", "version", unique=True),
        Index("ix_transfers_member_id_partner_id", "member_id", "partner_id"),
        Index("ix_transfers_payment_id", "payment_id", postgresql_where=text("payment_id IS NOT NULL")),
        CheckConstraint(
            "(purpose IS NULL OR (kind IN ('message', 'refund') AND purpose IN ('photo', 'gift', 'icebreaker')))"
            " AND (item IS NOT NULL) = (purpose IS NOT NULL AND purpose IN ('gift', 'icebreaker'))",
            name="purpose",
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str]
    member_id: Mapped[UUID] = mapped_column(ForeignKey("wallets.member_id"))
    credits: Mapped[int] = mapped_column(BigInteger)
    free_messages: Mapped[int] = mapped_column(server_default=text("0"))
    balance_after: Mapped[int] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(BigInteger)
    # Owned by profiles, so there is no foreign key.
    partner_id: Mapped[UUID | None]
    payment_id: Mapped[UUID | None] = mapped_column(ForeignKey("payments.id"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    # How much more is owed after this transfer.
    debt: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # What a charge paid for, and which of it; empty for words.
    purpose: Mapped[str | None]
    item: Mapped[str | None]
    hash: Mapped[bytes] = mapped_column(LargeBinary)


class EntryRow(Base):
    """Append-only. The entries of a transfer sum to zero; a deferred trigger looks at every commit."""

    __tablename__ = "entries"
    __table_args__ = (CheckConstraint("amount <> 0", name="amount"),)

    transfer_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    account: Mapped[str] = mapped_column(primary_key=True)
    amount: Mapped[int] = mapped_column(BigInteger)


class UnsettledChargeRow(Base):
    """A paid message of which we have not heard yet whether it was posted. The row goes when we have."""

    __tablename__ = "unsettled_charges"

    charge_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    ask_after: Mapped[datetime] = mapped_column(AwareTime, index=True)


class SettledMessageRow(Base):
    """What became of a paid message: posted, or never to be. `refund_id` gave back what it cost, if anything did.

    `purpose` and `item` say what was posted, as chat told it; empty where chat was only asked whether.
    """

    __tablename__ = "settled_messages"
    __table_args__ = (
        Index("ix_settled_messages_refund_id", "refund_id", postgresql_where=text("refund_id IS NOT NULL")),
    )

    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID]
    refund_id: Mapped[UUID | None] = mapped_column(ForeignKey("transfers.id"))
    settled_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    purpose: Mapped[str | None]
    item: Mapped[str | None]


class AuditProgressRow(Base):
    """How far the auditor has come: one row."""

    __tablename__ = "audit_progress"

    id: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(AwareTime)
    # Of messages paid before this we were not told what became of them.
    messages_since: Mapped[datetime] = mapped_column(AwareTime)
    after_member: Mapped[UUID]
    finished_at: Mapped[datetime] = mapped_column(AwareTime)


class AuditFindingRow(Base):
    """Something did not add up. Nobody buys while one is not cleared, and at most one is."""

    __tablename__ = "audit_findings"
    __table_args__ = (
        Index(
            "uq_audit_findings_open",
            text("(cleared_at IS NULL)"),
            unique=True,
            postgresql_where=text("cleared_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    off: Mapped[dict[str, int]] = mapped_column(JSONB)
    cleared_at: Mapped[datetime | None] = mapped_column(AwareTime)
    cleared_by: Mapped[str | None]
    cleared_why: Mapped[str | None]


class PaymentRow(Base):
    """An order and its payment at the provider: made before the provider knows of it, under the client's id."""

    __tablename__ = "payments"
    __table_args__ = (
        Index("ix_payments_not_completed", "ask_after", postgresql_where=text("status <> 'completed'")),
        Index("ix_payments_to_ask", "ask_after", postgresql_where=text("ask_after < 'infinity'")),
        # Two presses at the same moment are one payment: while one is under way, another cannot begin.
        Index(
            "uq_payments_one_press",
            "saved_method_id",
            unique=True,
            postgresql_where=text("status IN ('open', 'pending', 'requires_action')"),
        ),
        CheckConstraint("returned_minor >= 0", name="returned_minor"),
        CheckConstraint("returned_credits BETWEEN 0 AND credits", name="returned_credits"),
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
    provider_id: Mapped[str | None] = mapped_column(unique=True)
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
    # What it would have cost without the discount; empty where there was none.
    normal_amount: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    country: Mapped[str | None]
    vat_rate: Mapped[int] = mapped_column(server_default=text("0"))
    saves_method: Mapped[bool] = mapped_column(server_default=text("false"))
    saved_method_id: Mapped[UUID | None] = mapped_column(ForeignKey("saved_methods.id", ondelete="SET NULL"))
    failure: Mapped[str | None]
    earlier_provider_id: Mapped[str | None] = mapped_column(unique=True)
    # Money and credits that went back, by refund or chargeback.
    returned_minor: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    returned_credits: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))


class DiscountCodeRow(Base):
    """A code the operator gave out. The two offers to new members need no row: they follow from the wallet."""

    __tablename__ = "discount_codes"
    __table_args__ = (
        CheckConstraint("code = upper(code)", name="code"),
        CheckConstraint("percentage BETWEEN 1 AND 90", name="percentage"),
        CheckConstraint("validity IN ('once-per-user', 'once')", name="validity"),
        CheckConstraint("minimum IS NULL OR currency IS NOT NULL", name="minimum"),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    percentage: Mapped[int]
    country: Mapped[str | None]
    member_id: Mapped[UUID | None]
    expires_at: Mapped[datetime | None] = mapped_column(AwareTime)
    currency: Mapped[str | None]
    minimum: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    methods: Mapped[list[str] | None] = mapped_column(ARRAY(String))
    validity: Mapped[str] = mapped_column(server_default="once-per-user")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))
    created_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    made_by: Mapped[str | None]
    ended_by: Mapped[str | None]
    ended_at: Mapped[datetime | None] = mapped_column(AwareTime)


class DiscountClaimRow(Base):
    """Who took a discount, and the payment it was for. The primary key lets one claimant have it once."""

    __tablename__ = "discount_claims"

    claimed_as: Mapped[str] = mapped_column(primary_key=True)
    claimant: Mapped[str] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"))
    claimed_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class CodeTriesRow(Base):
    """How many codes a member tried in an hour, so that nobody finds one by trying."""

    __tablename__ = "code_tries"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    hour: Mapped[datetime] = mapped_column(AwareTime, primary_key=True)
    tries: Mapped[int]


class SpendingGuardRow(Base):
    """A member's own limits. Its lock puts the member's orders in a row, so that two cannot see the same room."""

    __tablename__ = "spending_guards"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    daily: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    daily_next: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    daily_next_from: Mapped[datetime | None] = mapped_column(AwareTime)
    monthly: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    monthly_next: Mapped[Decimal | None] = mapped_column(Numeric(12, 2))
    monthly_next_from: Mapped[datetime | None] = mapped_column(AwareTime)
    paused_until: Mapped[datetime | None] = mapped_column(AwareTime)
    checked_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class PayerRow(Base):
    """The provider's name for a member who lets it keep a way to pay."""

    __tablename__ = "payers"

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    sealed_customer: Mapped[bytes] = mapped_column(LargeBinary)
    made_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())


class SavedMethodRow(Base):
    """A way to pay with one press. What the provider calls it is sealed; its keyed hash finds it."""

    __tablename__ = "saved_methods"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    kind: Mapped[str]
    brand: Mapped[str | None]
    last4: Mapped[str | None]
    sealed_names: Mapped[bytes] = mapped_column(LargeBinary)
    mandate_hash: Mapped[bytes] = mapped_column(LargeBinary, unique=True)
    mandate_reference: Mapped[str | None]
    saved_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # Kept after removal, because payments name it; the provider's mandate is revoked.
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
    """How often something happened on a day, for a keyed hash of whom it happened to."""

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


class RefundRow(Base):
    """Money we owe back. The credits are gone when the row is there; the provider is asked until it has paid."""

    __tablename__ = "refunds"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    # A purchase is withdrawn from once.
    payment_id: Mapped[UUID] = mapped_column(ForeignKey("payments.id"), unique=True)
    member_id: Mapped[UUID] = mapped_column(index=True)
    credits: Mapped[int] = mapped_column(BigInteger)
    minor: Mapped[int] = mapped_column(BigInteger)
    stated_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    ask_after: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    tries: Mapped[int] = mapped_column(server_default=text("0"))
    provider_id: Mapped[str | None]
    made_at: Mapped[datetime | None] = mapped_column(AwareTime)


class RestorationRow(Base):
    """Append-only. A purchase counts again, because a chargeback was won back: its transfer, by whom and why."""

    __tablename__ = "restorations"
    __table_args__ = (CheckConstraint("credits > 0", name="credits"),)

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

    day: Mapped[date] = mapped_column(primary_key=True)
    begun_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    finished_at: Mapped[datetime | None] = mapped_column(AwareTime)
    seen: Mapped[int] = mapped_column(server_default=text("0"))
    mended: Mapped[int] = mapped_column(server_default=text("0"))
    flagged: Mapped[int] = mapped_column(server_default=text("0"))


class FindingRow(Base):
    """A difference between the provider's list and ours that no rule mends: someone looks at it."""

    __tablename__ = "reconciliation_findings"

    provider_id: Mapped[str] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID | None]
    found_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    resolved_at: Mapped[datetime | None] = mapped_column(AwareTime)
