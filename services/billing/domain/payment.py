"""An order and the payment for it. Only the payment provider knows whether money came."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from servicekit.texts import LOCALES
from sites import PAYMENT_METHODS, Amount, Package

# The provider remembers for an hour that it made a payment for an order. A retry after that could make a second one.
RETRIED_WITHIN = timedelta(minutes=45)
# What a bank says when it wants to hear from its customer before it lets a saved card pay.
AUTHENTICATION_REQUIRED = "authentication_required"


class Status(StrEnum):
    OPEN = "open"
    PENDING = "pending"
    REQUIRES_ACTION = "requires_action"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Reversal(StrEnum):
    """Why money of a purchase went back."""

    WITHDRAWAL = "withdrawal"
    REFUND = "refund"
    CHARGEBACK = "chargeback"
    DISCOUNT_USED = "discount_used"


UNDECIDED = (Status.OPEN, Status.PENDING, Status.REQUIRES_ACTION)

# What a payment may be when it becomes this. Money that came late, after all, counts; nothing undoes a completed one.
FROM: dict[Status, tuple[Status, ...]] = {
    Status.OPEN: (),
    Status.PENDING: (Status.OPEN, Status.REQUIRES_ACTION),
    Status.REQUIRES_ACTION: (Status.OPEN, Status.PENDING),
    Status.COMPLETED: (*UNDECIDED, Status.FAILED, Status.CANCELLED, Status.EXPIRED),
    Status.FAILED: UNDECIDED,
    Status.CANCELLED: UNDECIDED,
    Status.EXPIRED: UNDECIDED,
}


@dataclass(frozen=True)
class Buyer:
    """Who orders, and from where: the country decides currency and VAT."""

    member_id: UUID
    site: str
    country: str
    locale: str


@dataclass(frozen=True)
class Payment:
    """`returned_*` is what went back, refunded or charged back by a bank; money in hundredths."""

    id: UUID
    member_id: UUID
    site: str
    body_hash: bytes
    package_id: str
    credits: int
    amount: Decimal
    currency: str
    method: str
    locale: str
    status: Status
    created_at: datetime
    discount_code: str | None = None
    normal_amount: Decimal | None = None
    country: str | None = None
    vat_rate: int = 0
    # Whether the member wants to pay with one press next time, and the saved method they pressed this time.
    saves_method: bool = False
    saved_method_id: UUID | None = None
    failure: str | None = None
    provider_id: str | None = None
    # Of a payment that needed the member after all: the provider's first one, which failed for that.
    earlier_provider_id: str | None = None
    checkout_url: str | None = None
    returned_minor: int = 0
    returned_credits: int = 0

    @staticmethod
    def ordered(
        order_id: UUID,
        buyer: Buyer,
        package: Package,
        price: Amount,
        vat_rate: int,
        method: str,
        body_hash: bytes,
        at: datetime,
        *,
        saves_method: bool = False,
        saved_method_id: UUID | None = None,
    ) -> "Payment":
        return Payment(
            id=order_id,
            member_id=buyer.member_id,
            site=buyer.site,
            body_hash=body_hash,
            package_id=package.id,
            credits=package.credits,
            amount=price.value,
            currency=price.currency,
            method=method,
            locale=buyer.locale,
            status=Status.OPEN,
            created_at=at,
            country=buyer.country,
            vat_rate=vat_rate,
            saves_method=saves_method,
            saved_method_id=saved_method_id,
        )

    @property
    def minor(self) -> int:
        """In hundredths. An amount has two decimals, so this is exact."""
        return int(self.amount * 100)

    @property
    def vat_minor(self) -> int:
        """The VAT inside the price."""
        return vat_inside(self.minor, self.vat_rate)

    @property
    def is_undecided(self) -> bool:
        return self.status in UNDECIDED

    @property
    def is_one_press(self) -> bool:
        return self.saved_method_id is not None

    @property
    def needs_step_up(self) -> bool:
        """Whether the bank asked for the member and no page for that is made yet."""
        return self.status is Status.REQUIRES_ACTION and self.checkout_url is None

    def is_to_be_made(self, at: datetime) -> bool:
        """Whether the provider has yet to hear of it, and may."""
        return self.status is Status.OPEN and self.provider_id is None and at < self.created_at + RETRIED_WITHIN

    def discounted(self, code: str, amount: Decimal) -> "Payment":
        return replace(self, discount_code=code, normal_amount=self.amount, amount=amount)

    def return_url(self, public_url: str) -> str:
        """Where the member comes back to after paying. The first language has no prefix."""
        prefix = "" if self.locale == LOCALES[0] else f"/{self.locale}"
        return f"{public_url.rstrip('/')}{prefix}/credits/{self.id}/return"

    def made_as(self, provider_id: str, checkout_url: str | None) -> "Payment":
        return replace(self, provider_id=provider_id, checkout_url=checkout_url)

    def refund_for(self, credits: int) -> int:
        """What these unused credits cost, in hundredths, rounded for the member; never more than is still here."""
        left_credits, left_minor = self.credits - self.returned_credits, self.minor - self.returned_minor
        if credits >= left_credits:
            return left_minor
        return min(left_minor, -(-self.minor * credits // self.credits))

    def credits_for(self, returned_minor: int) -> int:
        """How many credits have gone back once this much money has; all of them with the last cent."""
        if returned_minor >= self.minor:
            return self.credits
        return self.credits * returned_minor // self.minor


def vat_inside(minor: int, rate: int) -> int:
    """The VAT in a price that includes it; `rate` is in hundredths of a percent. Half a cent is rounded up."""
    return (2 * minor * rate + 10_000 + rate) // (2 * (10_000 + rate))


def provider_method(method: str) -> str:
    known = PAYMENT_METHODS.get(method)
    return known.provider_name if known else method


@dataclass(frozen=True)
class Report:
    """What the provider says about a payment, and about the way it was paid when that may be used again."""

    provider_id: str
    order_id: str
    status: Status
    amount: Decimal
    currency: str
    returned_minor: int = 0
    is_charged_back: bool = False
    failure: str | None = None
    customer_id: str | None = None
    mandate_id: str | None = None
    brand: str | None = None
    last4: str | None = None

    def is_about(self, payment: Payment) -> bool:
        """A report about another payment, order or sum must never give credits."""
        return (self.provider_id, self.order_id, self.amount, self.currency) == (
            payment.provider_id,
            str(payment.id),
            payment.amount,
            payment.currency,
        )

    def asks_for_the_member(self, payment: Payment) -> bool:
        """Whether a saved card was refused only because its bank wants to hear from its owner first."""
        return (
            self.status is Status.FAILED
            and self.failure == AUTHENTICATION_REQUIRED
            and payment.is_one_press
            and payment.earlier_provider_id is None
        )
