import operator
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from shared.sites import MixedCurrencies, Money


def test_sums_of_one_currency_add_subtract_and_order() -> None:
    one, two = Money(199, "EUR"), Money(250, "EUR")

    assert (one + two, two - one, one - two) == (Money(449, "EUR"), Money(51, "EUR"), Money(-51, "EUR"))
    assert sum([one, two], Money(0, "EUR")) == Money(449, "EUR")
    assert (min(one, two), max(one, two), one <= one, one >= two) == (one, two, True, False)


@pytest.mark.parametrize(
    "use", [operator.add, operator.sub, operator.lt, operator.le, operator.gt, operator.ge, min, max]
)
def test_two_currencies_do_not_mix(use: Callable[[Money, Money], Any]) -> None:
    with pytest.raises(MixedCurrencies):
        use(Money(100, "EUR"), Money(100, "PLN"))
    assert Money(100, "EUR") != Money(100, "PLN")


@pytest.mark.parametrize(
    ("minor", "text"), [(0, "0.00"), (5, "0.05"), (999, "9.99"), (123_450, "1234.50"), (-5, "-0.05")]
)
def test_a_sum_is_written_with_two_decimals_and_read_back(minor: int, text: str) -> None:
    assert Money(minor, "EUR").text == text
    assert Money.of(Decimal(text), "EUR") == Money(minor, "EUR")


@pytest.mark.parametrize("number", ["0.001", "NaN", "Infinity", "9.999"])
def test_a_fraction_of_a_cent_is_no_sum(number: str) -> None:
    with pytest.raises(ValueError, match="two decimals"):
        Money.of(Decimal(number), "EUR")


@pytest.mark.parametrize(
    ("minor", "numerator", "denominator", "share"),
    [(999, 75, 100, 749), (999, 10, 20, 500), (1, 1, 2, 1)],
)
def test_half_a_cent_is_rounded_up(minor: int, numerator: int, denominator: int, share: int) -> None:
    assert Money(minor, "EUR").times(numerator, denominator) == Money(share, "EUR")
