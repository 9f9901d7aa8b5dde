"""Wallets and the transfers that explain them."""

from datetime import datetime
from uuid import UUID

from shared.kit.db import APPEND_ONLY, NEVER_DELETED, AwareTime
from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, func, text
from sqlalchemy.orm import Mapped, mapped_column

from billing.storage.tables.base import Base


class WalletRow(Base):
    """The balance of a member. It always equals the sum of the member's transfers; `billing.audit` proves it."""

    __tablename__ = "wallets"
    __table_args__ = (
        CheckConstraint("balance >= 0", name="balance"),
        CheckConstraint("free_messages_left >= 0", name="free_messages_left"),
        CheckConstraint("debt >= 0 AND (debt = 0 OR balance = 0)", name="debt"),
        NEVER_DELETED,
    )

    member_id: Mapped[UUID] = mapped_column(primary_key=True)
    site: Mapped[str]
    balance: Mapped[int] = mapped_column(BigInteger)
    free_messages_left: Mapped[int]
    is_premium: Mapped[bool] = mapped_column(server_default=text("false"))
    version: Mapped[int] = mapped_column(BigInteger)
    opened_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    # From MemberSignedUp; until it arrives, the time the wallet was opened.
    signed_up_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now())
    country: Mapped[str | None]
    # Credits that were spent before the payment they came from was taken back.
    debt: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    # While a finding of the auditor about it is open.
    is_frozen: Mapped[bool] = mapped_column(server_default=text("false"))


class TransferRow(Base):
    """Append-only: triggers refuse every change. Each transfer is one step of its wallet's version.

    `hash` is over the columns and the hash of the wallet's previous transfer; a trigger writes it.
    """

    __tablename__ = "transfers"
    __table_args__ = (
        Index("uq_transfers_member_version", "member_id", "version", unique=True),
        Index("ix_transfers_member_id_partner_id", "member_id", "partner_id"),
        Index("ix_transfers_payment_id", "payment_id", postgresql_where=text("payment_id IS NOT NULL")),
        CheckConstraint(
            "(purpose IS NULL OR"
            " (kind IN ('message', 'refund') AND purpose IN ('photo', 'voice', 'gift', 'icebreaker', 'opener',"
            " 'call')))"
            " AND (item IS NOT NULL) = (purpose IS NOT NULL AND purpose IN ('gift', 'icebreaker'))",
            name="purpose",
        ),
        APPEND_ONLY,
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
    # The billable item of a charge; NULL for a text message.
    purpose: Mapped[str | None]
    item: Mapped[str | None]
    hash: Mapped[bytes] = mapped_column(LargeBinary)


class TransferCauseRow(Base):
    """Append-only. The fact that a transfer other than a charge was made for: one transfer for each kind and cause.

    Release 0.2.0 derived the id of the transfer from its cause and writes no row here: a trigger does.
    """

    __tablename__ = "transfer_causes"
    __table_args__ = (APPEND_ONLY,)

    kind: Mapped[str] = mapped_column(primary_key=True)
    cause: Mapped[UUID] = mapped_column(primary_key=True)
    transfer_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), unique=True)


class EntryRow(Base):
    """Append-only. The entries of a transfer sum to zero; a deferred trigger looks at every commit."""

    __tablename__ = "entries"
    __table_args__ = (CheckConstraint("amount <> 0", name="amount"), APPEND_ONLY)

    transfer_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    account: Mapped[str] = mapped_column(primary_key=True)
    amount: Mapped[int] = mapped_column(BigInteger)


class UnsettledChargeRow(Base):
    """A charge that chat is to be asked about, because no event came about its message. Settling deletes the row.

    Charges of release 0.2.0 have a row from the beginning."""

    __tablename__ = "unsettled_charges"

    charge_id: Mapped[UUID] = mapped_column(ForeignKey("transfers.id"), primary_key=True)
    ask_after: Mapped[datetime] = mapped_column(AwareTime, index=True)


class SettlementProgressRow(Base):
    """One row: every charge until `noted_until` has a row in settled_messages or in unsettled_charges."""

    __tablename__ = "settlement_progress"
    __table_args__ = NEVER_DELETED

    id: Mapped[int] = mapped_column(primary_key=True)
    noted_until: Mapped[datetime] = mapped_column(AwareTime)


class SettledMessageRow(Base):
    """The outcome of a paid message: posted or refused. `refund_id` is the transfer that refunded it, if any.

    `purpose` and `item` come from MessageSent; NULL where chat was asked instead.
    """

    __tablename__ = "settled_messages"
    __table_args__ = (
        Index("ix_settled_messages_refund_id", "refund_id", postgresql_where=text("refund_id IS NOT NULL")),
        NEVER_DELETED,
    )

    message_id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID]
    refund_id: Mapped[UUID | None] = mapped_column(ForeignKey("transfers.id"))
    settled_at: Mapped[datetime] = mapped_column(AwareTime, server_default=func.now(), index=True)
    purpose: Mapped[str | None]
    item: Mapped[str | None]
