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
    ("minor", "currency", "text"),
    [
        (0, "EUR", "0.00"),
        (5, "EUR", "0.05"),
        (999, "EUR", "9.99"),
        (123_450, "EUR", "1234.50"),
        (-5, "EUR", "-0.05"),
        (150_000, "JPY", "1500"),
        (0, "ISK", "0"),
        (999, "KWD", "9.990"),
    ],
)
def test_a_sum_is_written_with_the_decimals_of_its_currency_and_read_back(minor: int, currency: str, text: str) -> None:
    assert Money(minor, currency).text == text
    assert Money.of(Decimal(text), currency) == Money(minor, currency)


@pytest.mark.parametrize(
    ("number", "currency"),
    [("0.001", "EUR"), ("NaN", "EUR"), ("Infinity", "EUR"), ("9.999", "KWD"), ("9.5", "JPY"), ("0.01", "ISK")],
)
def test_a_part_that_the_currency_does_not_have_is_no_sum(number: str, currency: str) -> None:
    with pytest.raises(ValueError, match=r"decimals|hundredths"):
        Money.of(Decimal(number), currency)


def test_shares_of_a_currency_without_decimals_are_whole() -> None:
    assert Money(150_000, "JPY").times(21, 121) == Money(26_000, "JPY")
    assert Money(100_000, "JPY").share_up(1, 3) == Money(33_400, "JPY")
    assert Money(1000, "EUR").share_up(1, 3) == Money(334, "EUR")


@pytest.mark.parametrize(
    ("minor", "numerator", "denominator", "share"),
    [(999, 75, 100, 749), (999, 10, 20, 500), (1, 1, 2, 1)],
)
def test_half_a_cent_is_rounded_up(minor: int, numerator: int, denominator: int, share: int) -> None:
    assert Money(minor, "EUR").times(numerator, denominator) == Money(share, "EUR")
