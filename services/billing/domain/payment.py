"""An order and the payment for it. Only the payment provider knows whether money came."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from shared.languages import localized_path
from shared.sites import Money, Package

# The provider remembers for an hour that it made a payment for an order. A retry after that could make a second one.
RETRIED_WITHIN = timedelta(minutes=45)
# The failure reason of a saved card whose bank demands strong customer authentication.
AUTHENTICATION_REQUIRED = "authentication_required"
# The failure reason of an unpaid order that a later one has replaced, so that a spending limit has room for that one.
SUPERSEDED = "superseded"


class PaymentStatus(StrEnum):
    OPEN = "open"
    PENDING = "pending"
    REQUIRES_ACTION = "requires_action"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class ReversalReason(StrEnum):
    """The reason why money of a purchase went back."""

    WITHDRAWAL = "withdrawal"
    REFUND = "refund"
    CHARGEBACK = "chargeback"
    DISCOUNT_USED = "discount_used"
    SPENDING_LIMIT = "spending_limit"


UNDECIDED = (PaymentStatus.OPEN, PaymentStatus.PENDING, PaymentStatus.REQUIRES_ACTION)

# The statuses from which each status can be reached. Late money counts after a failure; a completed payment is final.
FROM: dict[PaymentStatus, tuple[PaymentStatus, ...]] = {
    PaymentStatus.OPEN: (),
    PaymentStatus.PENDING: (PaymentStatus.OPEN, PaymentStatus.REQUIRES_ACTION),
    PaymentStatus.REQUIRES_ACTION: (PaymentStatus.OPEN, PaymentStatus.PENDING),
    PaymentStatus.COMPLETED: (*UNDECIDED, PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED),
    PaymentStatus.FAILED: UNDECIDED,
    PaymentStatus.CANCELLED: UNDECIDED,
    PaymentStatus.EXPIRED: UNDECIDED,
}


@dataclass(frozen=True)
class Buyer:
    """The member who orders, and their country, which decides currency and VAT."""

    member_id: UUID
    site: str
    country: str
    locale: str


@dataclass(frozen=True)
class Payment:
    """`returned` and `returned_credits` went back, refunded or charged back by a bank."""

    id: UUID
    member_id: UUID
    site: str
    body_hash: bytes
    package_id: str
    credits: int
    amount: Money
    method: str
    locale: str
    status: PaymentStatus
    created_at: datetime
    # The name of the payment provider. The provider of an order changes only while no payment exists there.
    provider: str = "mollie"
    discount_code: str | None = None
    normal_amount: Money | None = None
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
    returned_credits: int = 0
    returned: Money = field(kw_only=True)

    @staticmethod
    def ordered(
        order_id: UUID,
        buyer: Buyer,
        package: Package,
        price: Money,
        vat_rate: int,
        method: str,
        body_hash: bytes,
        at: datetime,
        *,
        provider: str = "mollie",
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
            amount=price,
            method=method,
            locale=buyer.locale,
            status=PaymentStatus.OPEN,
            created_at=at,
            provider=provider,
            country=buyer.country,
            vat_rate=vat_rate,
            saves_method=saves_method,
            saved_method_id=saved_method_id,
            returned=Money(0, price.currency),
        )

    @property
    def vat(self) -> Money:
        """The VAT inside the price."""
        return vat_inside(self.amount, self.vat_rate)

    @property
    def discount(self) -> Money:
        """The sum by which the price was lower than without a discount."""
        return (self.normal_amount or self.amount) - self.amount

    def vat_between(self, before: Money, after: Money) -> Money:
        """The VAT inside the step from one returned sum to another; over all steps it adds up without a rest."""
        return vat_inside(after, self.vat_rate) - vat_inside(before, self.vat_rate)

    @property
    def is_undecided(self) -> bool:
        return self.status in UNDECIDED

    @property
    def is_one_click(self) -> bool:
        return self.saved_method_id is not None

    @property
    def needs_step_up(self) -> bool:
        """Whether the bank asked for the member and no page for that is made yet."""
        return self.status is PaymentStatus.REQUIRES_ACTION and self.checkout_url is None

    def awaits_creation(self, at: datetime) -> bool:
        """Whether the payment is still to be created at the provider, within the time in which a retry is safe."""
        return self.status is PaymentStatus.OPEN and self.provider_id is None and at < self.created_at + RETRIED_WITHIN

    def discounted(self, code: str, amount: Money) -> "Payment":
        return replace(self, discount_code=code, normal_amount=self.amount, amount=amount)

    def return_url(self, public_url: str) -> str:
        """The page of the web app that the payment provider sends the member back to."""
        path = localized_path(self.locale, f"/credits/{self.id}/return")
        return f"{public_url.rstrip('/')}{path}"

    def refund_for(self, credits: int) -> Money:
        """The price of these unused credits, rounded up for the member; never more than has not gone back yet."""
        left = self.amount - self.returned
        if credits >= self.credits - self.returned_credits:
            return left
        return min(left, self.amount.share_up(credits, self.credits))

    def credits_for(self, returned: Money) -> int:
        """The credits that have gone back once this much money has; all of them with the last cent."""
        if returned >= self.amount:
            return self.credits
        return self.credits * returned.minor // self.amount.minor


def vat_inside(price: Money, rate: int) -> Money:
    """The VAT in a price that includes it; `rate` is in hundredths of a percent; half is rounded up."""
    return price.times(rate, 10_000 + rate)


@dataclass(frozen=True)
class PaymentReport:
    """The state of a payment at the provider, and its mandate when the method can be used again."""

    provider_id: str
    order_id: str
    status: PaymentStatus
    amount: Money
    returned: Money
    is_charged_back: bool = False
    failure: str | None = None
    customer_id: str | None = None
    mandate_id: str | None = None
    brand: str | None = None
    last4: str | None = None

    def is_about(self, payment: Payment) -> bool:
        """A report about another payment, order or sum must never give credits."""
        return (self.provider_id, self.order_id, self.amount) == (
            payment.provider_id,
            str(payment.id),
            payment.amount,
        )

    def requires_authentication(self, payment: Payment) -> bool:
        """Whether a saved card failed only because its bank demands authentication by its owner."""
        return (
            self.status is PaymentStatus.FAILED
            and self.failure == AUTHENTICATION_REQUIRED
            and payment.is_one_click
            and payment.earlier_provider_id is None
        )


class OrderRefused(Exception):
    """The provider will not take this payment, however often it is asked."""
