"""Sums of money: prices, payments, refunds and limits."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import total_ordering

# Active currencies of ISO 4217, by the decimals of their unit.
CURRENCIES = {
    code: decimals
    for decimals, codes in {
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
        2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF "
        "CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG "
        "HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU "
        "MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR "
        "SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES "
        "WST XCD XCG YER ZAR ZMW ZWG",
        3: "BHD IQD JOD KWD LYD OMR TND",
    }.items()
    for code in codes.split()
}


class MixedCurrencies(ValueError):
    """Two sums of different currencies were added or compared."""


@total_ordering
@dataclass(frozen=True)
class Money:
    """An exact sum: `minor` hundredths of the unit of `currency`, an ISO 4217 code. It may be below zero.

    Hundredths for every currency: one without decimals has whole units, and providers take the third decimal of a unit
    as 0. Raises ValueError for a part of such a unit. Adding, subtracting and ordering two currencies raises
    MixedCurrencies; sums of two currencies are not equal.
    """

    minor: int
    currency: str

    def __post_init__(self) -> None:
        if self.minor % self._step:
            raise ValueError(f"{self.currency} has no decimals")

    @staticmethod
    def of(value: Decimal, currency: str) -> "Money":
        """The sum that a decimal number of units is. Raises ValueError for a part of what the currency has."""
        minor = value * 100
        if not minor.is_finite() or minor != minor.to_integral_value():
            raise ValueError("a sum of money has whole hundredths")
        return Money(int(minor), currency)

    @property
    def value(self) -> Decimal:
        """In units, with the decimals of the currency."""
        return (Decimal(self.minor) / 100).quantize(Decimal(1).scaleb(-CURRENCIES.get(self.currency, 2)))

    @property
    def text(self) -> str:
        """In units, with the decimals of the currency and without its code: `9.99`, and `999` in JPY."""
        return f"{self.value:f}"

    def times(self, numerator: int, denominator: int) -> "Money":
        """This fraction of the sum, half of the smallest part rounded away from zero."""
        exact = Decimal(self.minor * numerator) / denominator / self._step
        return Money(int(exact.quantize(Decimal(1), ROUND_HALF_UP)) * self._step, self.currency)

    def share_up(self, numerator: int, denominator: int) -> "Money":
        """This fraction of the sum, rounded up to the smallest part."""
        return Money(-(-self.minor * numerator // (denominator * self._step)) * self._step, self.currency)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + self._same(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - self._same(other), self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.minor < self._same(other)

    @property
    def _step(self) -> int:
        """Hundredths of the smallest part."""
        return 1 if CURRENCIES.get(self.currency, 2) else 100

    def _same(self, other: "Money") -> int:
        if other.currency != self.currency:
            raise MixedCurrencies(f"{self.currency} and {other.currency}")
        return other.minor
