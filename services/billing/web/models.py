"""Request and response models of billing."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import Field
from shared.kit.web.endpoint import Input, Output
from shared.sites import Money, Package, Purpose, Site

from billing.domain.discount import Discount
from billing.domain.partner import Partner
from billing.domain.payment import Payment, PaymentStatus
from billing.domain.transfer import Transfer, TransferFilter, TransferKind


class MoneyOut(Output):
    """Exact: `value` has two decimals, as text."""

    value: str
    currency: str

    @staticmethod
    def of(money: Money) -> "MoneyOut":
        return MoneyOut(value=money.text, currency=money.currency)


def percentage(rate: int) -> str | None:
    """A rate in hundredths of a percent, as people write it: 2550 is "25.5"."""
    return f"{Decimal(rate) / 100:.2f}".rstrip("0").rstrip(".") if rate else None


class PackagesQuery(Input):
    country: str | None = Field(None, pattern=r"^[A-Z]{2}$")
    discount_code: str | None = Field(None, min_length=1, max_length=40)


class DiscountedOut(Output):
    """The price of a package with a discount the caller may use; other discounts are not shown."""

    code: str
    percentage: int
    amount: MoneyOut
    amount_per_message: MoneyOut


class PackageOut(Output):
    id: str
    credits: int
    amount: MoneyOut
    amount_per_message: MoneyOut
    popular: bool
    discounted: DiscountedOut | None

    @staticmethod
    def of(package: Package, site: Site, country: str, discount: Discount | None = None) -> "PackageOut":
        price = site.price(package, country)
        return PackageOut(
            id=package.id,
            credits=package.credits,
            amount=MoneyOut.of(price),
            amount_per_message=MoneyOut.of(price.times(site.message_credits, package.credits)),
            popular=package.popular,
            discounted=_discounted(price, package.credits, site, discount),
        )


def _discounted(price: Money, credits: int, site: Site, discount: Discount | None) -> DiscountedOut | None:
    if discount is None or not discount.fits(price):
        return None
    reduced = discount.applied_to(price)
    return DiscountedOut(
        code=discount.code,
        percentage=discount.percentage,
        amount=MoneyOut.of(reduced),
        amount_per_message=MoneyOut.of(reduced.times(site.message_credits, credits)),
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
    amount: MoneyOut
    method: str
    checkout_url: str | None
    created_at: datetime
    refund_days: int
    discount_code: str | None
    normal_amount: MoneyOut | None
    vat: MoneyOut | None = Field(description="Inside the amount")
    vat_percentage: str | None
    package_id: str
    returned: MoneyOut | None = Field(description="What went back of it, or is owed back")
    one_press: bool = Field(description="Paid with a saved method, without a page of the provider")

    @staticmethod
    def of(payment: Payment, site: Site) -> "PaymentOut":
        return PaymentOut(
            payment_id=payment.id,
            status=payment.status.value,
            credits=payment.credits,
            amount=MoneyOut.of(payment.amount),
            method=payment.method,
            checkout_url=payment.checkout_url
            if payment.status in (PaymentStatus.OPEN, PaymentStatus.REQUIRES_ACTION)
            else None,
            created_at=payment.created_at,
            refund_days=site.refund_days,
            discount_code=payment.discount_code,
            normal_amount=MoneyOut.of(payment.normal_amount) if payment.normal_amount else None,
            vat=MoneyOut.of(payment.vat) if payment.vat_rate else None,
            vat_percentage=percentage(payment.vat_rate),
            package_id=payment.package_id,
            returned=MoneyOut.of(payment.returned) if payment.returned.minor else None,
            one_press=payment.is_one_click,
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

    def wanted(self) -> TransferFilter:
        return TransferFilter(
            TransferKind(self.kind) if self.kind else None,
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
            profile_id=transfer.partner_id,
            profile=PartnerOut(name=partner.name, fictional=partner.is_fictional) if partner else None,
        )


class TransactionAnswer(Output):
    transaction: TransactionOut


class TransactionsAnswer(Output):
    transactions: list[TransactionOut]
    debt: int = Field(description="Credits owed: they stop sending until a purchase has paid them")
    next_cursor: str | None
