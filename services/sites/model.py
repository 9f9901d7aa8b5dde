"""What can be set for a site. A document that does not fit stops the process with the field's name."""

from datetime import UTC, date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

import phonenumbers
import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from sites.payment_methods import PAYMENT_METHODS
from sites.wares import GiftName, Purpose, Ware

RegionLabel = Literal["province", "state", "canton", "region", "voivodeship"]
REGION_LABELS: dict[str, RegionLabel] = {
    "AU": "state", "AT": "state", "DE": "state", "US": "state", "BE": "province", "CA": "province", "ES": "province",
    "IT": "province", "NL": "province", "CH": "canton", "PL": "voivodeship",
}  # fmt: skip

ProfileField = Literal[
    "relationship_status", "sexuality", "hair_colour", "eye_colour", "body_type", "tattoos", "interests", "about"
]  # fmt: skip
PROFILE_FIELDS = get_args(ProfileField)

Locale = Literal["nl", "en", "de", "fr", "es", "it", "pl", "da", "sv", "nb", "fi"]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Host = Annotated[str, Field(pattern=r"^([a-z0-9-]+(\.[a-z0-9-]+)*|[0-9.]+|[0-9a-f:]+)$")]
Credits = Annotated[int, Field(ge=0, le=100_000)]
# Prices, orders and limits count in hundredths, so a currency with other decimals (JPY, ISK, KWD) is refused.
TWO_DECIMALS = frozenset(
    ["AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF", "ILS", "MXN", "MYR", "NOK",
     "NZD", "PHP", "PLN", "RON", "SEK", "SGD", "THB", "TWD", "USD", "ZAR"]
)  # fmt: skip


def _has_two_decimals(currency: str) -> str:
    if currency not in TWO_DECIMALS:
        raise ValueError(f"{currency} is no currency that the payment provider takes with two decimals")
    return currency


Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$"), AfterValidator(_has_two_decimals)]
# In hundredths of a currency's unit.
Minor = Annotated[int, Field(gt=0, le=100_000_000)]
CENT = Decimal("0.01")
# What each gift costs beyond the least, where a document names no gifts of its own.
GIFTS_BEYOND_THE_LEAST: dict[GiftName, int] = {
    "rose": 0, "coffee": 0, "clover": 0, "ice_cream": 1, "balloons": 2, "cake": 3, "teddy": 5, "champagne": 7,
    "bouquet": 10, "star": 15,
}  # fmt: skip
OPENING_LINES = Path(__file__).with_name("opening_lines.yaml")

# Which languages a visitor's country is offered first; elsewhere it is all that the site speaks.
LOCALES_BY_COUNTRY: dict[str, tuple[Locale, ...]] = {
    "US": ("en", "es"), "NL": ("nl",), "BE": ("nl", "fr", "de"), "FR": ("fr",), "IT": ("it",), "ES": ("es",),
    "DE": ("de",), "AT": ("de",), "IE": ("en",), "GB": ("en",), "CA": ("en", "fr"), "PL": ("pl",), "AU": ("en",),
    "NZ": ("en",), "CH": ("de", "it", "fr", "en"),
}  # fmt: skip


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Amount(Document):
    """Money, exact: whole hundredths of its currency's unit."""

    minor: Minor
    currency: Currency

    @property
    def value(self) -> Decimal:
        return self.minor * CENT


class Package(Document):
    """Credits for sale, with a price of its own in each currency of the site."""

    id: str = Field(pattern=r"^p[0-9]$")
    credits: int = Field(gt=0)
    prices: dict[Currency, Minor] = Field(min_length=1)
    popular: bool = False

    def price_in(self, currency: str) -> Amount:
        return Amount(minor=self.prices[currency], currency=currency)

    @property
    def amount(self) -> Amount:
        """The price in the currency that the document names first."""
        return self.price_in(next(iter(self.prices)))


class Gift(Document):
    """One of our drawings, and what sending it costs."""

    id: GiftName
    credits: int = Field(ge=5, le=100_000)


class Icebreaker(Document):
    """An opening line that members may make their own before they send it, in the site's languages."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    credits: Credits
    words: dict[Locale, Annotated[str, Field(min_length=1)]]


class Company(Document):
    """Who runs the site, as the law wants it said."""

    name: str
    address: str
    city: str
    country: Country
    kvk: str = Field(description="Number in the register of companies of its country")
    tradenames: list[str] = []
    vat_numbers: list[str] = []
    support_phone: str | None = None
    delete_discount: bool = False
    added: date


class MessageCosts(Document):
    """The least a message can cost in a country: its credits at the price of the largest package."""

    costs: Decimal = Field(ge=0, decimal_places=2)
    currency: str = Field(pattern=r"^[A-Z]{3}$")


class ResellTile(Document):
    """An advertisement that stands among members found, marked as one: another site's, behind a link."""

    id: str = Field(pattern=r"^[a-z0-9-]{1,40}$")
    kind: Literal["cam", "site"] = "site"
    title: dict[Locale, str] = Field(min_length=1, description="In each of the site's languages")
    text: dict[Locale, str] = Field(min_length=1)
    url: str = Field(pattern=r"^https://[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~/?=&%-]*)?$", max_length=500)


class LoginLimit(Document):
    """After this many wrong passwords in a row an account waits."""

    attempts: int = Field(3, ge=1)
    minutes: int = Field(15, ge=1)


class Site(Document):
    """One branded site."""

    name: str
    hosts: list[Host] = Field(min_length=1, description="The first is the one links of mails name")
    pool: int = Field(ge=1, le=32_767, description="Members meet those of all sites with this number, and no others")
    domain_language: Locale = "nl"
    locales: list[Locale] = Field(default=["nl", "en"], min_length=1)
    index_title: str
    description: str
    hue: int = Field(212, ge=0, le=360, description="OKLCH hue of the brand's teal-blue")
    niche: int | None = Field(None, ge=1, le=7, description="Its landers: plain, she, bdsm, bbw, gilf, milf, gay")
    countries: list[Country] = Field(min_length=1)
    default_country: Country
    min_age: int = Field(18, ge=18)
    terms_version: date = date(2023, 12, 1)

    signups: Literal["all", "with_trafficsource", "invite"] = "all"
    logged_out_search: bool = False
    logged_out_search_trafficsource: bool = False
    member_resell: bool = Field(False, description="Whether advertisements stand among members found")
    resell_tiles: list[ResellTile] = Field([], max_length=12)
    visible_profile_fields: list[ProfileField] = list(PROFILE_FIELDS)
    visible_profile_notes: bool = Field(
        False, description="Whether one's own profile says beside each part who sees it"
    )
    search_fields: list[ProfileField] = list(PROFILE_FIELDS)
    cdn_prefix: str = Field("", pattern=r"^(https://[a-z0-9.-]+)?$", description="In front of photos; empty: ours")
    push_public_key: str = Field("", pattern=r"^[A-Za-z0-9_-]*$", description="VAPID; empty: the installation's own")

    signup_credits: Credits = 6
    free_messages: int = Field(3, ge=0)
    free_conversations: int = Field(2, ge=0)
    message_credits: Credits = 2
    photo_credits: Credits = 4
    gift_credits: int = Field(5, ge=5, le=100_000, description="The least a gift costs")
    gifts: list[Gift] = Field(
        default_factory=lambda given: [
            Gift(id=name, credits=given.get("gift_credits", 5) + more) for name, more in GIFTS_BEYOND_THE_LEAST.items()
        ],
        description="Those on offer, in this order",
    )
    icebreaker_credits: Credits = 1
    icebreakers: list[Icebreaker] = Field(
        default_factory=lambda given: [
            Icebreaker(id=name, credits=given.get("icebreaker_credits", 1), words=words)
            for name, words in _opening_lines().items()
        ],
        description="Opening lines on offer where a conversation has no messages yet",
    )
    message_length: int = Field(1000, ge=1, le=10_000)
    history_months: int = Field(12, ge=1)
    refund_days: int = Field(14, ge=14)
    packages: list[Package] = Field(min_length=1)
    default_currency: Currency = "EUR"
    currencies: dict[Country, Currency] = Field({}, description="Where another currency than the default is paid in")
    vat_rates: dict[Country, int] = Field({}, description="VAT inside the price, in hundredths of a percent")
    payment_methods: dict[Country, list[str]] = {}
    default_payment_methods: list[str] = ["creditcard", "paypal"]
    sms_countries: list[Country] = Field(
        [], description="Where text messages go: to numbers of these countries, and of no others"
    )

    swipe_likes: int = Field(4, ge=1, description="likes a day in the swipe game, by the member's own day")
    received_likes: Literal["all", "blurred", "count"] = Field(
        "all", description="how much of who likes them free members see: everyone, blurred pictures, or the count"
    )
    photos_free: int = Field(3, ge=1)
    photos_premium: int = Field(25, ge=1)
    photo_inspection: Literal["automatic", "desk"] = Field(
        "desk", description="Who says that a photo may be shown: a rule, or people at the desk"
    )
    login_limit: LoginLimit = LoginLimit(attempts=3, minutes=15)
    account_disclosure: Literal["spec", "neutral"] = Field(
        "neutral", description="Whether answers may tell, within the rate limit, who has an account, or mails alone do"
    )
    disposable_mail: Literal["refuse", "allow"] = Field(
        "refuse", description="Whether an account may have an address of a provider of throwaway mailboxes"
    )
    enable_site_entry_popup: bool = True
    fictional_warning: bool = True
    fictional_singular: str = "fictional profile"
    fictional_plural: str = "fictional profiles"
    fictional_icon: Literal["mark", "word"] = "word"
    support_email: str
    support_phone: str | None = None
    company: Company

    @property
    def brands(self) -> tuple[str, ...]:
        """The names that stand for the site and its company; no member may take one."""
        return (self.name, self.company.name, *self.company.tradenames)

    @property
    def terms_at(self) -> datetime:
        """Since when the terms hold as they are: the day they name, or later the day the company was added."""
        written = datetime.combine(self.terms_version, time(12), UTC)
        return max(written, datetime.combine(self.company.added, time(), UTC))

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        """What the fields say one by one must be true of them together."""
        if self.default_country not in self.countries:
            raise ValueError("default_country must be one of countries")
        if self.domain_language not in self.locales:
            raise ValueError("domain_language must be one of locales")
        if len({package.id for package in self.packages}) != len(self.packages):
            raise ValueError("packages must have different ids")
        if self.member_resell and not self.resell_tiles:
            raise ValueError("member_resell needs resell_tiles")
        for tile in self.resell_tiles:
            if missing := set(self.locales) - (tile.title.keys() & tile.text.keys()):
                raise ValueError(f"resell tile {tile.id} has no words in {', '.join(sorted(missing))}")
        wanted = {self.default_currency, *self.currencies.values()}
        for package in self.packages:
            if untold := wanted - set(package.prices):
                raise ValueError(f"package {package.id} has no price in {', '.join(sorted(untold))}")
        return self

    @model_validator(mode="after")
    def _wares_can_be_sold(self) -> Self:
        """Each once, none below the least, every opening line in every language and short enough to be sent."""
        for wares in (self.gifts, self.icebreakers):
            if len({ware.id for ware in wares}) != len(wares):
                raise ValueError("gifts and icebreakers must have different ids")
        if cheap := [gift.id for gift in self.gifts if gift.credits < self.gift_credits]:
            raise ValueError(f"{', '.join(cheap)} must cost at least gift_credits")
        for line in self.icebreakers:
            if missing := set(self.locales) - set(line.words):
                raise ValueError(f"icebreaker {line.id} has no words in {', '.join(sorted(missing))}")
            if any(len(words) > self.message_length for words in line.words.values()):
                raise ValueError(f"icebreaker {line.id} is longer than message_length")
        return self

    @model_validator(mode="after")
    def _codes_reach_who_needs_them(self) -> Self:
        """Direct debit is signed with a code sent to a mobile number: where it is offered, such messages must go."""
        if unknown := set(self.sms_countries) - set(phonenumbers.SUPPORTED_REGIONS):
            raise ValueError(f"sms_countries: {', '.join(sorted(unknown))} has no telephone numbers")
        offering = {country for country in self.countries if "directdebit" in self.methods_in(country)}
        if missing := offering - set(self.sms_countries):
            raise ValueError(f"directdebit is offered in {', '.join(sorted(missing))}, so sms_countries must name it")
        return self

    def credits_for(self, ware: Ware) -> int | None:
        """What it costs here; None where it is not on offer."""
        match ware.purpose:
            case Purpose.MESSAGE:
                return self.message_credits
            case Purpose.PHOTO:
                return self.photo_credits
            case Purpose.GIFT:
                return next((gift.credits for gift in self.gifts if gift.id == ware.item), None)
            case Purpose.ICEBREAKER:
                return next((line.credits for line in self.icebreakers if line.id == ware.item), None)

    @property
    def minimum_message_costs(self) -> dict[str, MessageCosts]:
        """What a message costs at least, in each country; it follows from the packages, so that it cannot be wrong."""
        return {country: self._least_costs(self.currency_in(country)) for country in self.countries}

    def _least_costs(self, currency: str) -> MessageCosts:
        each = min(package.price_in(currency).value / package.credits for package in self.packages)
        return MessageCosts(costs=(each * self.message_credits).quantize(CENT, ROUND_HALF_UP), currency=currency)

    @property
    def currency(self) -> str:
        """The one that is paid in where no other is named."""
        return self.default_currency

    @property
    def region_data(self) -> dict[str, RegionLabel]:
        """What a part of each country is called; the words for it are the app's."""
        return {country: REGION_LABELS.get(country, "region") for country in self.countries}

    def package(self, package_id: str) -> Package | None:
        return next((package for package in self.packages if package.id == package_id), None)

    def country_of(self, country: str | None) -> str:
        """Where someone counts as being: there, when the site serves that country."""
        return country if country in self.countries else self.default_country

    def locales_in(self, country: str) -> list[Locale]:
        """The languages a visitor there is shown; all of the site's where its own do not speak one of them."""
        return [locale for locale in LOCALES_BY_COUNTRY.get(country, ()) if locale in self.locales] or self.locales

    def offered(self, locale: str) -> Locale:
        """That language, or the site's own where it is not offered."""
        return next((each for each in self.locales if each == locale), self.domain_language)

    def currency_in(self, country: str) -> str:
        return self.currencies.get(country, self.default_currency)

    def price(self, package: Package, country: str) -> Amount:
        return package.price_in(self.currency_in(country))

    def vat_rate_in(self, country: str) -> int:
        """The VAT inside a price, in hundredths of a percent; 0 where none is in it."""
        return self.vat_rates.get(country, 0)

    def methods_in(self, country: str) -> list[str]:
        """The ways to pay in a country, in its currency, the usual ones first."""
        currency = self.currency_in(country)
        names = self.payment_methods.get(country, self.default_payment_methods)
        return [name for name in names if PAYMENT_METHODS[name].takes(currency)]

    @field_validator("payment_methods")
    @classmethod
    def _methods_can_be_paid_with(cls, by_country: dict[str, list[str]]) -> dict[str, list[str]]:
        for name in {name for names in by_country.values() for name in names}:
            _check_method(name)
        return by_country

    @field_validator("default_payment_methods")
    @classmethod
    def _default_methods_can_be_paid_with(cls, names: list[str]) -> list[str]:
        for name in names:
            _check_method(name)
        return names

    @field_validator("vat_rates")
    @classmethod
    def _vat_rates_are_rates(cls, rates: dict[str, int]) -> dict[str, int]:
        if not all(0 <= rate <= 3000 for rate in rates.values()):
            raise ValueError("a VAT rate is in hundredths of a percent, 2100 for 21 %")
        return rates


def _check_method(name: str) -> None:
    if name not in PAYMENT_METHODS:
        raise ValueError(f"{name} is no payment method we know")
    if reason := PAYMENT_METHODS[name].gone:
        raise ValueError(f"{name} cannot be offered: {reason}")


def _opening_lines() -> dict[str, Any]:
    lines: dict[str, Any] = yaml.safe_load(OPENING_LINES.read_text("utf-8"))
    return lines
