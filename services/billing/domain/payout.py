"""Payouts: what a provider paid to the company's bank account, line by line, after its fees."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shared.sites import Money


class LineKind(StrEnum):
    PAYMENT = "payment"
    REFUND = "refund"
    CHARGEBACK = "chargeback"
    FEE = "fee"  # of no one payment
    OTHER = "other"


class FindingKind(StrEnum):
    """Differences between payouts and our payments, as `reconciliation_findings.what` names them."""

    MISSING = "payout_missing"  # a completed payment that no payout has
    TWICE = "payout_twice"
    UNKNOWN = "payout_unknown"  # a line of no payment of ours
    OTHER_SUM = "payout_sum"
    OTHER_CURRENCY = "payout_currency"
    OTHER_RETURN = "payout_return"  # more was taken back than we know of
    NOT_ADDED_UP = "payout_total"  # the lines are not the sum of the payout
    CHANGED = "payout_changed"  # another sum than at first


@dataclass(frozen=True)
class PayoutReport:
    """A payout that has left the provider."""

    id: str
    amount: Money
    paid_at: datetime


@dataclass(frozen=True)
class PayoutLine:
    """A line of a payout. `id` is unique in it.

    `paid` is the sum in the payer's currency and `settled` the same in that of the payout, both below zero for money
    that went back; `fee` is what the provider kept of it. The payment is named by the provider's id or by our order.
    """

    id: str
    kind: LineKind
    paid: Money
    settled: Money
    fee: Money
    provider_id: str | None = None
    order_id: str | None = None


@dataclass(frozen=True)
class StoredLine:
    """A line with the payment that it was found to be about."""

    line: PayoutLine
    payment_id: UUID | None


@dataclass(frozen=True)
class PayoutSums:
    """A payout as recorded: `gross` of payments, what went back, and what the provider kept."""

    company: str
    provider: str
    id: str
    paid_at: datetime
    gross: Money
    refunds: Money
    chargebacks: Money
    other: Money
    fees: Money
    amount: Money
    findings: tuple["PayoutFinding", ...] = ()

    @property
    def difference(self) -> Money:
        """What was paid out beyond the sum of the lines; zero where they add up."""
        return self.amount - (self.gross + self.refunds + self.chargebacks + self.other - self.fees)


@dataclass(frozen=True)
class PayoutFinding:
    """A difference that nobody has resolved yet."""

    what: FindingKind
    provider_id: str
    payment_id: UUID | None
    found_at: datetime
