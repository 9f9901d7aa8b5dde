"""What can be set for a site. A document that does not fit stops the process with the field's name."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Locale = Literal["nl", "en", "de", "fr", "es", "it", "pl", "da", "sv", "nb", "fi"]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Credits = Annotated[int, Field(ge=0, le=100_000)]


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Amount(Document):
    """Money, exact: `value` has the decimals of its currency."""

    value: Decimal = Field(gt=0, decimal_places=2)
    currency: str = Field(pattern=r"^[A-Z]{3}$")


class Package(Document):
    id: str = Field(pattern=r"^p[0-9]$")
    credits: int = Field(gt=0)
    amount: Amount
    popular: bool = False


class Company(Document):
    name: str
    address: str
    city: str
    country: Country
    kvk: str
    tradenames: list[str] = []
    vat_numbers: list[str] = []
    support_phone: str | None = None
    delete_discount: bool = False
    added: date


class LoginLimit(Document):
    """After this many wrong passwords in a row an account waits."""

    attempts: int = Field(3, ge=1)
    minutes: int = Field(15, ge=1)


class Site(Document):
    """One branded site."""

    name: str
    hosts: list[str] = Field(min_length=1)
    domain_language: Locale = "nl"
    locales: list[Locale] = Field(default=["nl", "en"], min_length=1)
    index_title: str
    description: str
    hue: int = Field(212, ge=0, le=360, description="OKLCH hue of the brand's teal-blue")
    niche: int | None = Field(None, ge=1, le=7)
    countries: list[Country] = Field(min_length=1)
    default_country: Country
    min_age: int = Field(18, ge=18)
    terms_version: date = date(2023, 12, 1)

    signup_credits: Credits = 6
    free_messages: int = Field(3, ge=0)
    free_conversations: int = Field(2, ge=0)
    message_credits: Credits = 2
    photo_credits: Credits = 4
    gift_credits: Credits = 5
    message_length: int = Field(1000, ge=1, le=10_000)
    history_months: int = Field(12, ge=1)
    refund_days: int = Field(14, ge=14)
    packages: list[Package] = Field(min_length=1)
    payment_methods: dict[Country, list[str]] = {}
    default_payment_methods: list[str] = ["creditcard", "paypal"]

    photos_free: int = Field(3, ge=1)
    photos_premium: int = Field(25, ge=1)
    login_limit: LoginLimit = LoginLimit(attempts=3, minutes=15)
    account_disclosure: Literal["spec", "neutral"] = "spec"
    enable_site_entry_popup: bool = True
    fictional_warning: bool = True
    fictional_singular: str = "fictional profile"
    fictional_plural: str = "fictional profiles"
    support_email: str
    support_phone: str | None = None
    company: Company

    def package(self, package_id: str) -> Package | None:
        return next((package for package in self.packages if package.id == package_id), None)

    def methods_in(self, country: str) -> list[str]:
        return self.payment_methods.get(country, self.default_payment_methods)
