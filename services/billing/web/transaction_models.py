"""Request and response models of the list of transactions."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, Field
from shared.kit.core import CalendarDate
from shared.kit.http import Input, Output
from shared.sites import Purpose

from billing.domain.invoice import Invoice
from billing.domain.payment import Payment
from billing.domain.transfer import Transfer, TransferFilter, TransferKind
from billing.usecases.list_transactions import TransactionList
from billing.web.models import MoneyOut


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("unknown time zone")
    return name


TimeZone = Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]
KindName = Literal[
    "signup_gift", "purchase", "message", "refund", "undelivered", "reversal", "invitation_reward", "goodwill"
]


PurposeName = Literal["message", "photo", "voice", "gift", "icebreaker", "opener", "call"]


class TransactionsFile(Input):
    """Which ones: all, or of a kind, for a purpose, with a member, from and to a day (both inside)."""

    kind: KindName | None = None
    purpose: PurposeName | None = None
    profile_id: UUID | None = None
    since: CalendarDate | None = None
    until: CalendarDate | None = None
    time_zone: TimeZone = Field("UTC", description="IANA name of the zone whose days and times these are")

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def wanted(self) -> TransferFilter:
        return TransferFilter(
            TransferKind(self.kind) if self.kind else None,
            Purpose(self.purpose) if self.purpose else None,
            self.profile_id,
            datetime.combine(self.since, time.min, self.zone) if self.since else None,
            datetime.combine(self.until + timedelta(days=1), time.min, self.zone)
            if self.until and self.until < date.max
            else None,
        )


class TransactionsQuery(TransactionsFile):
    cursor: str | None = Field(None, pattern=r"^[1-9][0-9]{0,17}$")


class TransactionQuery(Input):
    id: UUID


class PartnerOut(Output):
    name: str
    fictional: bool


class DocumentOut(Output):
    """An invoice or a credit note, which `invoice.php` has as PDF."""

    company: str
    number: int
    kind: Literal["invoice", "credit_note"]
    issued_at: datetime

    @staticmethod
    def of(invoice: Invoice) -> "DocumentOut":
        return DocumentOut(
            company=invoice.company,
            number=invoice.number,
            kind="credit_note" if invoice.is_credit_note else "invoice",
            issued_at=invoice.issued_at,
        )


class PaidOut(Output):
    """The payment that a transaction came from."""

    amount: MoneyOut
    method: str
    discount: MoneyOut | None = Field(description="By how much the price was lower")
    discount_code: str | None
    returned: MoneyOut | None = Field(description="What went back of it so far, or is owed back")
    documents: list[DocumentOut] = Field(description="Its invoices and credit notes; empty until they are issued")

    @staticmethod
    def of(payment: Payment, documents: Sequence[Invoice]) -> "PaidOut":
        return PaidOut(
            amount=MoneyOut.of(payment.amount),
            method=payment.method,
            discount=MoneyOut.of(payment.discount) if payment.discount.minor else None,
            discount_code=payment.discount_code,
            returned=MoneyOut.of(payment.returned) if payment.returned.minor else None,
            documents=[DocumentOut.of(document) for document in documents],
        )


class TransactionOut(Output):
    id: UUID
    kind: KindName
    purpose: PurposeName | None = Field(description="What was paid for, or given back; null for other kinds")
    item: str | None = Field(description="Which gift, or which opening line")
    credits: int
    free_messages: int = Field(description="Free messages got, or given when negative")
    debt: int = Field(description="Credits owed more after it, or fewer when negative")
    balance_after: int
    at: datetime
    payment_id: UUID | None
    paid: PaidOut | None = Field(description="Null where no payment is behind it")
    profile_id: UUID | None
    profile: PartnerOut | None = Field(description="Null when this member cannot be seen any more")

    @staticmethod
    def of(transfer: Transfer, listed: TransactionList) -> "TransactionOut":
        partner, payment = listed.partner_of(transfer), listed.payment_of(transfer)
        return TransactionOut(
            id=transfer.id,
            kind=transfer.kind.value,
            purpose=transfer.billable_item.purpose.value
            if transfer.kind in (TransferKind.MESSAGE, TransferKind.REFUND)
            else None,
            item=transfer.item,
            credits=transfer.credits,
            free_messages=transfer.free_messages,
            debt=transfer.debt,
            balance_after=transfer.balance_after,
            at=transfer.created_at,  # type: ignore[arg-type]  # a stored transfer has its time
            payment_id=transfer.payment_id,
            paid=PaidOut.of(payment, listed.documents_of(payment)) if payment else None,
            profile_id=transfer.partner_id,
            profile=PartnerOut(name=partner.name, fictional=partner.is_fictional) if partner else None,
        )


class TransactionAnswer(Output):
    transaction: TransactionOut


class TransactionsAnswer(Output):
    transactions: list[TransactionOut]
    debt: int = Field(description="Credits owed: they stop sending until a purchase has paid them")
    next_cursor: str | None


class HashedOut(Output):
    """A transaction as its hash covers it."""

    id: UUID
    kind: KindName
    member_id: UUID
    credits: int
    free_messages: int
    debt: int
    balance_after: int
    version: int = Field(description="Its number in the member's wallet, from 1")
    partner_id: UUID | None
    payment_id: UUID | None
    at_microseconds: int = Field(description="Microseconds since 1970, in UTC")
    purpose: str | None
    item: str | None


class ReceiptOut(Output):
    """SHA-256 of the bytes of `previous`, then the fields in this order joined by "|"; a null is an empty text.

    Only `purpose` and `item` are left out where they are null.
    """

    transaction: HashedOut
    previous: str = Field(description="Hash of the transaction before, in hexadecimal digits; empty for the first")
    hash: str


class ReceiptAnswer(Output):
    receipt: ReceiptOut
