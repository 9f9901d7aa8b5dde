from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import product
from uuid import uuid4

import pytest
from billing.domain.payment import FROM, RETRIED_WITHIN, UNDECIDED, Payment, Report, Status
from sites import SiteDirectory

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def a_payment(locale: str = "en") -> Payment:
    [package, *_] = SiteDirectory().get("pairwise").packages
    return Payment.ordered(uuid4(), uuid4(), "pairwise", package, "ideal", locale, b"", NOW)


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
