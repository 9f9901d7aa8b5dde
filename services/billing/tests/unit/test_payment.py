from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import uuid4

import pytest
from billing.domain.payment import (
    FROM,
    RETRIED_WITHIN,
    UNDECIDED,
    Buyer,
    Payment,
    PaymentReport,
    PaymentStatus,
    vat_inside,
)
from billing.tests.makers import eur
from shared.sites import Money, SiteDirectory

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def a_payment(locale: str = "en") -> Payment:
    site = SiteDirectory().get("pairwise")
    [package, *_] = site.packages
    buyer = Buyer(uuid4(), "pairwise", "NL", locale)
    return Payment.ordered(uuid4(), buyer, package, site.price(package, "NL"), 2100, "ideal", b"", NOW)


@pytest.mark.parametrize(("before", "after"), list(product(PaymentStatus, PaymentStatus)))
def test_a_payment_only_goes_forward(before: PaymentStatus, after: PaymentStatus) -> None:
    may = before in FROM[after]

    if before is after or before is PaymentStatus.COMPLETED or after is PaymentStatus.OPEN:
        assert not may
    elif after is PaymentStatus.COMPLETED:
        assert may
    else:
        assert may == (before in UNDECIDED)


def test_an_order_is_made_at_the_provider_only_while_the_provider_remembers_it() -> None:
    payment = a_payment()

    assert payment.awaits_creation(NOW)
    assert payment.awaits_creation(NOW + RETRIED_WITHIN - timedelta(seconds=1))
    assert not payment.awaits_creation(NOW + RETRIED_WITHIN)
    assert not replace(payment, provider_id="tr_1").awaits_creation(NOW)


@pytest.mark.parametrize(("locale", "prefix"), [("nl", ""), ("en", "/en"), ("nb", "/nb")])
def test_a_payer_comes_back_in_their_language(locale: str, prefix: str) -> None:
    payment = a_payment(locale)

    assert payment.return_url("https://pairwise.example/") == (
        f"https://pairwise.example{prefix}/credits/{payment.id}/return"
    )


def test_a_report_must_fit_to_the_cent() -> None:
    payment = replace(a_payment(), provider_id="tr_1")

    assert PaymentReport("tr_1", str(payment.id), PaymentStatus.COMPLETED, eur(999), eur(0)).is_about(payment)
    assert not PaymentReport("tr_1", str(payment.id), PaymentStatus.COMPLETED, eur(998), eur(0)).is_about(payment)
    assert not PaymentReport("tr_1", str(payment.id), PaymentStatus.COMPLETED, Money(999, "PLN"), eur(0)).is_about(
        payment
    )
    assert not PaymentReport("tr_1", "", PaymentStatus.COMPLETED, eur(999), eur(0)).is_about(payment)


@pytest.mark.parametrize(
    ("minor", "rate", "inside"), [(999, 2100, 173), (1999, 1900, 319), (999, 0, 0), (2, 2500, 0), (3, 2500, 1)]
)
def test_the_vat_inside_a_price_is_to_the_cent(minor: int, rate: int, inside: int) -> None:
    assert vat_inside(eur(minor), rate) == eur(inside)


def test_unused_credits_are_refunded_in_full_and_never_above_the_payment() -> None:
    payment = a_payment()

    assert (payment.refund_for(20), payment.refund_for(1), payment.refund_for(0)) == (eur(999), eur(50), eur(0))
    assert replace(payment, returned_credits=10, returned=eur(700)).refund_for(9) == eur(299)


def test_credits_follow_the_money_that_went_back() -> None:
    payment = a_payment()

    assert [payment.credits_for(eur(minor)) for minor in (0, 49, 500, 998, 999)] == [0, 0, 10, 19, 20]
