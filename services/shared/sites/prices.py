"""Prices of a site: credit packages, the credits that items cost, currencies, VAT and payment methods."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self

import phonenumbers
from pydantic import AfterValidator, Field, field_validator, model_validator

from shared.languages import Locale
from shared.registry import read_yaml
from shared.sites.accounts import AccountName, at_account
from shared.sites.billable_items import BillableItem, GiftName, Purpose
from shared.sites.countries import CountrySettings
from shared.sites.document import Country, Credits, Document
from shared.sites.money import CURRENCIES, Money
from shared.sites.payment_methods import PAYMENT_METHODS, PaymentProviderName, provider_takes


def _is_active(currency: str) -> str:
    if currency not in CURRENCIES:
        raise ValueError(f"{currency} is no active currency of ISO 4217")
    return currency


Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$"), AfterValidator(_is_active)]
# One rate, or rates by their first day in UTC.
VatRate = int | Annotated[dict[date, int], Field(min_length=1)]
# In hundredths of a currency's unit.
Minor = Annotated[int, Field(gt=0, le=1_000_000_000)]
# Credits of each gift above `gift_credits`, for documents that name no gifts of their own.
GIFT_SURCHARGES: dict[GiftName, int] = {
    "rose": 0, "coffee": 0, "clover": 0, "ice_cream": 1, "balloons": 2, "cake": 3, "teddy": 5, "champagne": 7,
    "bouquet": 10, "star": 15,
}  # fmt: skip
OPENING_LINES = Path(__file__).with_name("opening_lines.yaml")


class Package(Document):
    """Credits for sale, with a price of its own in each currency of the site."""

    id: str = Field(pattern=r"^p[0-9]$")
    credits: int = Field(gt=0)
    prices: dict[Currency, Minor] = Field(min_length=1)
    popular: bool = False

    @model_validator(mode="after")
    def _prices_are_whole(self) -> Self:
        for currency in self.prices:
            self.price_in(currency)
        return self

    def price_in(self, currency: str) -> Money:
        """Its price. Raises KeyError for a currency that the site does not have."""
        return Money(self.prices[currency], currency)


class Gift(Document):
    """One of our drawings, and its price."""

    id: GiftName
    credits: int = Field(ge=5, le=100_000)


class Icebreaker(Document):
    """An opening line that members may make their own before they send it, in the site's languages."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    credits: Credits
    words: dict[Locale, Annotated[str, Field(min_length=1)]]


class ProviderRule(Document):
    """A payment provider, and the countries and methods that it takes orders of; all where none are named."""

    provider: PaymentProviderName
    countries: list[Country] = Field([])
    methods: list[str] = Field([])

    def serves(self, country: str, method: str, currency: str) -> bool:
        """Whether an order from this country by this method, in this currency, may go to the provider."""
        return (
            (not self.countries or country in self.countries)
            and (not self.methods or method in self.methods)
            and PAYMENT_METHODS[method].name_at(self.provider) is not None
            and provider_takes(self.provider, currency)
        )


class MessageCosts(Document):
    """The least a message can cost in a country: its credits at the price of the cheapest credit."""

    costs: Decimal = Field(ge=0, decimal_places=3)
    currency: str = Field(pattern=r"^[A-Z]{3}$")


class PriceSettings(CountrySettings):
    """Credit packages, prices in credits, currencies and payment methods."""

    signup_credits: Credits = 6
    free_messages: int = Field(3, ge=0)
    free_conversations: int = Field(2, ge=0)
    message_credits: Credits = 2
    photo_credits: Credits = 4
    gift_credits: int = Field(5, ge=5, le=100_000, description="The least a gift costs")
    gifts: list[Gift] = Field(
        default_factory=lambda given: [
            Gift(id=name, credits=given.get("gift_credits", 5) + more) for name, more in GIFT_SURCHARGES.items()
        ],
        description="Gifts on offer, in this order",
    )
    icebreaker_credits: Credits = 1
    icebreakers: list[Icebreaker] = Field(
        default_factory=lambda given: [
            Icebreaker(id=name, credits=given.get("icebreaker_credits", 1), words=words)
            for name, words in _opening_lines().items()
        ],
        description="Opening lines on offer where a conversation has no messages yet",
    )
    opener_credits: Credits | None = Field(
        0,
        description="Of words with a like for a photo or an answer, paid once it is answered; null: no such likes",
    )
    call_credits: Credits = Field(0, description="Of a voice or video call, paid by the caller once both are connected")
    refund_days: int = Field(14, ge=14)
    packages: list[Package] = Field(min_length=1)
    default_currency: Currency = "EUR"
    currencies: dict[Country, Currency] = Field({}, description="Countries with another currency than the default")
    vat_rates: dict[Country, VatRate] = Field(
        {}, description="VAT inside the price, in hundredths of a percent; or such rates with the day each begins"
    )
    payment_methods: dict[Country, list[str]] = Field({})
    default_payment_methods: list[str] = Field(["creditcard", "paypal"])
    payment_providers: list[ProviderRule] = Field(
        [ProviderRule(provider="mollie", countries=[], methods=[])],
        min_length=1,
        description="In order of preference: while the first that serves an order is down, the next takes new ones",
    )
    payment_account: AccountName = Field(
        "",
        description="Its own account at these providers, with keys in PAYMENT_ACCOUNT_KEYS; empty: the common one",
    )
    sms_countries: list[Country] = Field([], description="Countries whose numbers get text messages")
    check_in_texts: int = Field(
        0,
        ge=0,
        le=10,
        description="People that a member may have told of a date by text message, within a day, each in two messages "
        "at most; 0: by email alone",
    )
    message_length: int = Field(1000, ge=1, le=10_000)

    def credits_for(self, billable: BillableItem) -> int | None:
        """The price of an item in credits; None if the site does not offer it."""
        match billable.purpose:
            case Purpose.MESSAGE:
                return self.message_credits
            # A voice message costs as much as a photo.
            case Purpose.PHOTO | Purpose.VOICE:
                return self.photo_credits
            case Purpose.GIFT:
                return next((gift.credits for gift in self.gifts if gift.id == billable.item), None)
            case Purpose.ICEBREAKER:
                return next((line.credits for line in self.icebreakers if line.id == billable.item), None)
            case Purpose.OPENER:
                return self.opener_credits
            case Purpose.CALL:
                return self.call_credits

    @property
    def minimum_message_costs(self) -> dict[str, MessageCosts]:
        """The least a message costs in each country, calculated from the packages."""
        return {country: self._least_costs(self.currency_in(country)) for country in self.countries}

    def _least_costs(self, currency: str) -> MessageCosts:
        least = min(
            package.price_in(currency).times(self.message_credits, package.credits) for package in self.packages
        )
        return MessageCosts(costs=least.value, currency=currency)

    @property
    def currency(self) -> str:
        """The currency of countries without one of their own in `currencies`."""
        return self.default_currency

    def package(self, package_id: str) -> Package | None:
        """The package of this id; None if it is not for sale."""
        return next((package for package in self.packages if package.id == package_id), None)

    def currency_in(self, country: str) -> str:
        """The currency of this country (ISO 3166), else the default one."""
        return self.currencies.get(country, self.default_currency)

    def price(self, package: Package, country: str) -> Money:
        """The price of a package for a member in this country."""
        return package.price_in(self.currency_in(country))

    def vat_rate_in(self, country: str, on: date) -> int:
        """The VAT included in a price on this day, in hundredths of a percent; 0 for none."""
        rates = self.vat_rates.get(country, 0)
        if isinstance(rates, int):
            return rates
        begun = [day for day in rates if day <= on]
        return rates[max(begun)] if begun else 0

    @property
    def retired_methods(self) -> dict[str, str]:
        """The retired methods that the document names, each with the reason."""
        named = {*self.default_payment_methods, *(name for names in self.payment_methods.values() for name in names)}
        return {name: reason for name in sorted(named) if (reason := PAYMENT_METHODS[name].retired)}

    def methods_in(self, country: str) -> list[str]:
        """The payment methods of a country, in its currency, in the order of the document."""
        currency = self.currency_in(country)
        names = self.payment_methods.get(country, self.default_payment_methods)
        return [name for name in names if PAYMENT_METHODS[name].takes(currency)]

    def providers_for(self, country: str, method: str) -> list[str]:
        """The accounts at providers that may take an order from this country by this method, the preferred first."""
        currency = self.currency_in(country)
        rules = [rule for rule in self.payment_providers if rule.serves(country, method, currency)]
        names = dict.fromkeys(rule.provider for rule in rules)
        return [at_account(name, self.payment_account) for name in names]

    @model_validator(mode="after")
    def _methods_have_providers(self) -> Self:
        """Every method that a country offers can be paid at one of the providers."""
        for rule in self.payment_providers:
            for name in rule.methods:
                _check_method(name)
        for country in self.countries:
            for method in self.methods_in(country):
                if not self.providers_for(country, method):
                    raise ValueError(
                        f"payment_providers has none for {method} in {country}, in {self.currency_in(country)}"
                    )
        return self

    @model_validator(mode="after")
    def _items_can_be_sold(self) -> Self:
        """Unique ids, no gift below the least price, opening lines in every language and short enough to be sent."""
        for items in (self.gifts, self.icebreakers):
            if len({item.id for item in items}) != len(items):
                raise ValueError("gifts and icebreakers must have different ids")
        if cheap := [gift.id for gift in self.gifts if gift.credits < self.gift_credits]:
            raise ValueError(f"{', '.join(cheap)} must cost at least gift_credits")
        for line in self.icebreakers:
            if missing := set(self.locales) - set(line.words) - set(self.own_languages):
                raise ValueError(f"icebreaker {line.id} has no words in {', '.join(sorted(missing))}")
            if any(len(words) > self.message_length for words in line.words.values()):
                raise ValueError(f"icebreaker {line.id} is longer than message_length")
        return self

    @model_validator(mode="after")
    def _sms_covers_direct_debit(self) -> Self:
        """Direct debit is signed with a code sent by SMS, so SMS must be on in every country that offers it."""
        if unknown := set(self.sms_countries) - set(phonenumbers.SUPPORTED_REGIONS):
            raise ValueError(f"sms_countries: {', '.join(sorted(unknown))} has no telephone numbers")
        if self.check_in_texts and not self.sms_countries:
            raise ValueError("check_in_texts needs sms_countries, whose numbers get them")
        offering = {country for country in self.countries if "directdebit" in self.methods_in(country)}
        if missing := offering - set(self.sms_countries):
            raise ValueError(f"directdebit is offered in {', '.join(sorted(missing))}, so sms_countries must name it")
        return self

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
    def _vat_rates_are_rates(cls, rates: dict[str, VatRate]) -> dict[str, VatRate]:
        each = [rate for given in rates.values() for rate in (given.values() if isinstance(given, dict) else [given])]
        if not all(0 <= rate <= 3000 for rate in each):
            raise ValueError("a VAT rate is in hundredths of a percent, 2100 for 21 %")
        return rates


def _check_method(name: str) -> None:
    if name not in PAYMENT_METHODS:
        raise ValueError(f"{name} is no payment method we know")


def _opening_lines() -> dict[str, Any]:
    lines: dict[str, Any] = read_yaml(OPENING_LINES)
    return lines
