"""What billing reads and answers over HTTP."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field
from servicekit.web.endpoint import Input, Output
from sites import Amount, Package, Purpose, Site

from billing.domain.discount import Discount
from billing.domain.payment import Payment, Status
from billing.domain.transfer import Filter, Kind, Transfer
from billing.ports import Partner

CENT = Decimal("0.01")


class Money(Output):
    """Exact: `value` has two decimals, as text."""

    value: str
    currency: str

    @staticmethod
    def of(value: Decimal, currency: str) -> "Money":
        return Money(value=str(value.quantize(CENT, ROUND_HALF_UP)), currency=currency)


def percentage(rate: int) -> str | None:
    """A rate in hundredths of a percent, as people write it: 2550 is "25.5"."""
    return f"{Decimal(rate) / 100:.2f}".rstrip("0").rstrip(".") if rate else None


class PackagesQuery(Input):
    country: str | None = Field(None, pattern=r"^[A-Z]{2}$")
    discount_code: str | None = Field(None, min_length=1, max_length=40)


class DiscountedOut(Output):
    """What a package costs the caller with the discount that is theirs; what is not theirs is not shown."""

    code: str
    percentage: int
    amount: Money
    amount_per_message: Money


class PackageOut(Output):
    id: str
    credits: int
    amount: Money
    amount_per_message: Money
    popular: bool
    discounted: DiscountedOut | None

    @staticmethod
    def of(package: Package, site: Site, country: str, discount: Discount | None = None) -> "PackageOut":
        amount = site.price(package, country)
        return PackageOut(
            id=package.id,
            credits=package.credits,
            amount=Money.of(amount.value, amount.currency),
            amount_per_message=Money.of(amount.value * site.message_credits / package.credits, amount.currency),
            popular=package.popular,
            discounted=_discounted(amount, package.credits, site, discount),
        )


def _discounted(amount: Amount, credits: int, site: Site, discount: Discount | None) -> DiscountedOut | None:
    if discount is None or not discount.fits(amount.value, amount.currency):
        return None
    value = discount.applied_to(amount.value)
    return DiscountedOut(
        code=discount.code,
        percentage=discount.percentage,
        amount=Money.of(value, amount.currency),
        amount_per_message=Money.of(value * site.message_credits / credits, amount.currency),
    )


class PackagesAnswer(Output):
    packages: list[PackageOut]
    country: str = Field(description="Whose currency, VAT and ways to pay these are")
    vat_percentage: str | None = Field(description="The VAT inside every price; null where none is in it")
    methods: list[str]
    saveable_methods: list[str] = Field(description="Those that can be kept for orders with one press")
    refund_days: int
    balance: int | None


class PlaceOrder(Input):
    id: UUID
    package_id: str = Field(max_length=20)
    method: str = Field(max_length=40)
    immediate_delivery: bool
    discount_code: str | None = Field(None, min_length=1, max_length=40)
    save_method: bool = False


class PaymentQuery(Input):
    id: UUID


class PaymentOut(Output):
    payment_id: UUID
    status: Literal["open", "pending", "requires_action", "completed", "failed", "cancelled", "expired"]
    credits: int
    amount: Money
    method: str
    checkout_url: str | None
    created_at: datetime
    refund_days: int
    discount_code: str | None
    normal_amount: Money | None
    vat: Money | None = Field(description="Inside the amount")
    vat_percentage: str | None
    package_id: str
    returned: Money | None = Field(description="What went back of it, or is owed back")
    one_press: bool = Field(description="Paid with a saved method, without a page of the provider")

    @staticmethod
    def of(payment: Payment, site: Site) -> "PaymentOut":
        return PaymentOut(
            payment_id=payment.id,
            status=payment.status.value,
            credits=payment.credits,
            amount=Money.of(payment.amount, payment.currency),
            method=payment.method,
            checkout_url=payment.checkout_url if payment.status in (Status.OPEN, Status.REQUIRES_ACTION) else None,
            created_at=payment.created_at,
            refund_days=site.refund_days,
            discount_code=payment.discount_code,
            normal_amount=Money.of(payment.normal_amount, payment.currency) if payment.normal_amount else None,
            vat=Money.of(Decimal(payment.vat_minor) / 100, payment.currency) if payment.vat_rate else None,
            vat_percentage=percentage(payment.vat_rate),
            package_id=payment.package_id,
            returned=Money.of(Decimal(payment.returned_minor) / 100, payment.currency)
            if payment.returned_minor
            else None,
            one_press=payment.is_one_press,
        )


class PaymentAnswer(Output):
    payment: PaymentOut


KindName = Literal["signup_gift", "purchase", "message", "refund", "undelivered", "reversal"]


PurposeName = Literal["message", "photo", "gift", "icebreaker"]


class TransactionsFile(Input):
    """Which ones: all, or of a kind, for a purpose, with a member, from and to a day (UTC, both inside)."""

    kind: KindName | None = None
    purpose: PurposeName | None = None
    profile_id: UUID | None = None
    since: date | None = None
    until: date | None = None

    def wanted(self) -> Filter:
        return Filter(
            Kind(self.kind) if self.kind else None,
            Purpose(self.purpose) if self.purpose else None,
            self.profile_id,
            datetime.combine(self.since, time.min, UTC) if self.since else None,
            datetime.combine(self.until, time.min, UTC) + timedelta(days=1)
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
    profile_id: UUID | None
    profile: PartnerOut | None = Field(description="Null when this member cannot be seen any more")

    @staticmethod
    def of(transfer: Transfer, partners: Mapping[UUID, Partner]) -> "TransactionOut":
        partner = partners.get(transfer.partner_id) if transfer.partner_id else None
        return TransactionOut(
            id=transfer.id,
            kind=transfer.kind.value,
            purpose=transfer.ware.purpose.value if transfer.kind in (Kind.MESSAGE, Kind.REFUND) else None,
            item=transfer.item,
            credits=transfer.credits,
            free_messages=transfer.free_messages,
            debt=transfer.debt,
            balance_after=transfer.balance_after,
            at=transfer.created_at,  # type: ignore[arg-type]  # what is stored has its time
            payment_id=transfer.payment_id,
            profile_id=transfer.partner_id,
            profile=PartnerOut(name=partner.name, fictional=partner.is_fictional) if partner else None,
        )


class TransactionAnswer(Output):
    transaction: TransactionOut


class TransactionsAnswer(Output):
    transactions: list[TransactionOut]
    debt: int = Field(description="Credits owed: they stop sending until a purchase has paid them")
    next_cursor: str | None
