"""Request and response models of billing."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import ConfigDict, Field
from shared.kit.core import ClientId, Refusal
from shared.kit.http import Input, Output
from shared.sites import Money, Package, Site
from shared.sites.accounts import AccountName

from billing.domain.discount import Discount
from billing.domain.payment import Payment, PaymentStatus


class MoneyOut(Output):
    """Exact: `value` has the decimals of the currency, as text."""

    value: str
    currency: str

    @staticmethod
    def of(money: Money) -> "MoneyOut":
        return MoneyOut(value=money.text, currency=money.currency)


def percentage(rate: int) -> str | None:
    """A rate in hundredths of a percent, as people write it: 2550 is "25.5"."""
    return f"{Decimal(rate) / 100:.2f}".rstrip("0").rstrip(".") if rate else None


class WebhookQuery(Input):
    """Providers add names of their own to an address, so unknown ones are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    account: AccountName = Field("", description="Account that the provider reports of; empty: the installation's")


class StripeEventData(Input):
    model_config = ConfigDict(extra="ignore", frozen=True)

    object: dict[str, Any]


class StripeEvent(Input):
    """An event as Stripe sends it: it has many more fields, and new ones at any time."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str = Field(min_length=1, max_length=255)
    data: StripeEventData


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


class CannotBuyOut(Output):
    """The refusal that any order of the member would get now."""

    code: Literal["spending_paused", "wallet_frozen", "purchases_stopped"]
    until: date | None = Field(description="The day on which the member's own break ends")

    @staticmethod
    def of(refusal: Refusal) -> "CannotBuyOut":
        return CannotBuyOut.model_validate({"code": refusal.code, "until": refusal.params.get("until")})


class PackagesAnswer(Output):
    packages: list[PackageOut]
    country: str = Field(description="Whose currency, VAT and ways to pay these are")
    vat_percentage: str | None = Field(description="The VAT inside every price; null where none is in it")
    methods: list[str]
    saveable_methods: list[str] = Field(description="Those that can be kept for orders with one press")
    refund_days: int
    balance: int | None
    cannot_buy: CannotBuyOut | None


class PlaceOrder(Input):
    id: ClientId
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
    first: bool = Field(description="The member's first completed purchase")

    @staticmethod
    def of(payment: Payment, site: Site, *, is_first: bool = False) -> "PaymentOut":
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
            first=is_first,
        )


class PaymentAnswer(Output):
    payment: PaymentOut
