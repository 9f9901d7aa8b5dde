"""Account and ledger of a member that the support desk sees; identity and billing have them."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from shared.sites import Money


@dataclass(frozen=True, slots=True)
class AccountConsent:
    kind: str
    given: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class AccountDevice:
    browser: str | None
    system: str | None
    used_on: date | None


@dataclass(frozen=True, slots=True)
class SupportedAccount:
    site: str
    email: str
    status: str
    locale: str
    signed_up_at: datetime
    deleted_at: datetime | None
    is_suspended: bool
    mail_suppressed: str | None
    has_authenticator: bool
    passkeys: int
    consents: tuple[AccountConsent, ...]
    devices: tuple[AccountDevice, ...]


@dataclass(frozen=True, slots=True)
class LedgerTransfer:
    id: UUID
    created_at: datetime
    kind: str
    credits: int
    balance_after: int


@dataclass(frozen=True, slots=True)
class LedgerInvoice:
    number: int
    payment_id: UUID
    is_credit_note: bool
    amount: Money


@dataclass(frozen=True, slots=True)
class MemberLedger:
    balance: int
    debt: int
    transfers: tuple[LedgerTransfer, ...]  # the newest first
    invoices: tuple[LedgerInvoice, ...]
