"""Money of purchases as billing's events report it. Sums are hundredths of a unit of the currency."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

# Why money went back, as billing names it; a sum below zero came again after a chargeback was won.
WITHDRAWAL, REFUND, CHARGEBACK, DISCOUNT_USED, RESTORED = (
    "withdrawal",
    "refund",
    "chargeback",
    "discount_used",
    "restored",
)
REASONS = (WITHDRAWAL, REFUND, CHARGEBACK, DISCOUNT_USED)


@dataclass(frozen=True)
class Receipt:
    """Money of one completed payment; the VAT is inside the sum."""

    payment_id: UUID
    site: str
    currency: str
    minor: int
    vat_minor: int
    discount_minor: int
    completed_at: datetime
    code: str = ""


@dataclass(frozen=True)
class Reversal:
    """Money of a payment that went back, with the VAT inside it. `id` is billing's, the same at every delivery."""

    id: UUID
    payment_id: UUID
    minor: int
    vat_minor: int
    reason: str
    reversed_at: datetime


@dataclass(frozen=True, order=True)
class RevenueDay:
    """Sums of payments completed on one day (UTC); `returned` is what went back of them until now."""

    site: str
    day: date
    currency: str
    payments: int
    gross: int
    vat: int
    discount: int
    returned: int
    returned_vat: int

    @property
    def key(self) -> tuple[str, date, str]:
        return self.site, self.day, self.currency


@dataclass(frozen=True)
class RevenueCheck:
    """A comparison with billing of the days from `first` until before `after`: on how many of their sums differed."""

    checked_at: datetime
    first: date
    after: date
    differences: int
