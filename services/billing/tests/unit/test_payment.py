from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import product
from uuid import uuid4

import pytest
from billing.domain.payment import FROM, RETRIED_WITHIN, UNDECIDED, Buyer, Payment, Report, Status, vat_inside
from sites import SiteDirectory

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def a_payment(locale: str = "en") -> Payment:
    site = SiteDirectory().get("pairwise")
    [package, *_] = site.packages
    buyer = Buyer(uuid4(), "pairwise", "NL", locale)
    return Payment.ordered(uuid4(), buyer, package, site.price(package, "NL"), 2100, "ideal", b"", NOW)


@pytest.mark.parametrize(("before", "after"), list(product(Status, Status)))
def test_a_payment_only_goes_forward(before: Status, after: Status) -> None:
    may = before in FROM[after]

    if before is after or before is Status.COMPLETED or after is Status.OPEN:
        assert not may
    elif after is Status.COMPLETED:
        assert may
    else:
        assert may == (before in UNDECIDED)


def test_an_order_is_made_at_the_provider_only_while_the_provider_remembers_it() -> None:
    payment = a_payment()

    assert payment.is_to_be_made(NOW)
    assert payment.is_to_be_made(NOW + RETRIED_WITHIN - timedelta(seconds=1))
    assert not payment.is_to_be_made(NOW + RETRIED_WITHIN)
    assert not payment.made_as("tr_1", None).is_to_be_made(NOW)


@pytest.mark.parametrize(("locale", "prefix"), [("nl", ""), ("en", "/en"), ("nb", "/nb")])
def test_a_payer_comes_back_in_their_language(locale: str, prefix: str) -> None:
    payment = a_payment(locale)

    assert payment.return_url("https://pairwise.example/") == (
        f"https://pairwise.example{prefix}/credits/{payment.id}/return"
    )


def test_a_report_must_fit_to_the_cent() -> None:
    payment = a_payment().made_as("tr_1", None)

    assert Report("tr_1", str(payment.id), Status.COMPLETED, Decimal("9.990"), "EUR").is_about(payment)
    assert not Report("tr_1", str(payment.id), Status.COMPLETED, Decimal("9.98"), "EUR").is_about(payment)
    assert not Report("tr_1", "", Status.COMPLETED, Decimal("9.99"), "EUR").is_about(payment)


@pytest.mark.parametrize(
    ("minor", "rate", "inside"), [(999, 2100, 173), (1999, 1900, 319), (999, 0, 0), (2, 2500, 0), (3, 2500, 1)]
)
def test_the_vat_inside_a_price_is_to_the_cent(minor: int, rate: int, inside: int) -> None:
    assert vat_inside(minor, rate) == inside


def test_what_is_unused_comes_back_in_full_and_never_more_than_was_paid() -> None:
    payment = a_payment()

    assert (payment.refund_for(20), payment.refund_for(1), payment.refund_for(0)) == (999, 50, 0)
    assert replace(payment, returned_credits=10, returned_minor=700).refund_for(9) == 299


def test_credits_follow_the_money_that_went_back() -> None:
    payment = a_payment()

    assert [payment.credits_for(minor) for minor in (0, 49, 500, 998, 999)] == [0, 0, 10, 19, 20]
