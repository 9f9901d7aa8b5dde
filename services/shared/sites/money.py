"""Sums of money: prices, payments, refunds and limits."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import total_ordering

CENT = Decimal("0.01")


class MixedCurrencies(ValueError):
    """Two sums of different currencies were added or compared."""


@total_ordering
@dataclass(frozen=True)
class Money:
    """An exact sum: `minor` whole hundredths of the unit of `currency`, an ISO 4217 code. It may be below zero.

    Adding, subtracting and ordering two currencies raises MixedCurrencies; sums of two currencies are not equal.
    """

    minor: int
    currency: str

    @staticmethod
    def of(value: Decimal, currency: str) -> "Money":
        """The sum that a decimal number of units is. Raises ValueError unless it is whole hundredths."""
        minor = value * 100
        if not minor.is_finite() or minor != minor.to_integral_value():
            raise ValueError("a sum of money has two decimals")
        return Money(int(minor), currency)

    @property
    def value(self) -> Decimal:
        """In units, with two decimals."""
        return (Decimal(self.minor) / 100).quantize(CENT)

    @property
    def text(self) -> str:
        """In units, with two decimals and without the currency: `9.99`."""
        return f"{self.value:.2f}"

    def times(self, numerator: int, denominator: int) -> "Money":
        """This fraction of the sum, half a hundredth rounded away from zero."""
        exact = Decimal(self.minor * numerator) / denominator
        return Money(int(exact.quantize(Decimal(1), ROUND_HALF_UP)), self.currency)

    def __add__(self, other: "Money") -> "Money":
        return Money(self.minor + self._same(other), self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(self.minor - self._same(other), self.currency)

    def __lt__(self, other: "Money") -> bool:
        return self.minor < self._same(other)

    def _same(self, other: "Money") -> int:
        if other.currency != self.currency:
            raise MixedCurrencies(f"{self.currency} and {other.currency}")
        return other.minor
