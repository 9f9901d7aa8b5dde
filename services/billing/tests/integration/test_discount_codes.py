"""Codes: their conditions, the price they make, and guesses at them."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import Payment, PaymentStatus
from billing.tests.discounts import Order, a_code, refused, signed_up
from billing.tests.makers import FakeProvider, a_member, eur
from billing.usecases.place_order import OrderForm, place_order
from billing.wiring import Wiring
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text
from werkzeug.test import TestResponse


@pytest.fixture
def order(wired: Wiring, database: Database, provider: FakeProvider) -> Order:
    site = wired.sites.get(wired.default_site)

    def place(member_id: UUID, code: str | None, package_id: str = "p0", method: str = "ideal") -> Payment:
        form = OrderForm(uuid4(), package_id, method, True, "en", code)
        return place_order(wired.unit_of_work(), provider, site, member_id, form, wired.settings.public_url)

    return place


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"country": "PL"}, "discount_wrong_country"),
        ({"currency": "PLN"}, "discount_wrong_currency"),
        ({"currency": "EUR", "minimum": Decimal("10.00")}, "discount_below_minimum"),
        ({"methods": ["paypal"]}, "discount_wrong_method"),
        ({"member_id": uuid4()}, "discount_not_found"),
        ({"is_active": False}, "discount_expired"),
        ({"starts_at": text("now() + interval '1 hour'")}, "discount_not_started"),
        ({"site": "iskra"}, "discount_not_found"),
        ({"expires_at": text("now() - interval '1 second'")}, "discount_expired"),
    ],
)
def test_a_code_applies_under_its_conditions_only(
    wired: Wiring, database: Database, order: Order, fields: dict[str, Any], code: str
) -> None:
    ann = a_member(wired)
    a_code(database, **fields)

    assert refused(lambda: order(ann, "SUMMER")) == code
    assert refused(lambda: order(ann, "WINTER")) == "discount_not_found"


def test_a_code_applies_where_all_its_conditions_are_met(wired: Wiring, database: Database, order: Order) -> None:
    ann = a_member(wired)
    signed_up(database, ann, "1 day", country="BE")
    a_code(
        database,
        country="BE",
        currency="EUR",
        minimum=Decimal("9.99"),
        methods=["ideal"],
        member_id=ann,
        expires_at=text("now() + interval '1 minute'"),
    )

    assert order(ann, "summer").amount == eur(899)


def test_pages_show_the_price_that_is_charged(browser: Browser, wired: Wiring, database: Database) -> None:
    ann = a_member(wired)
    signed_up(database, ann, "3 hours 59 minutes")
    browser.as_member(ann)

    discount = browser.get("/api/discountcode.php", welcome="true").json["discount"]
    assert (discount["code"], discount["value_percentage"], discount["user_id"]) == ("TIMEBONUS25", 25, str(ann))
    assert (discount["status"], discount["validity"], discount["expired"]) == ("active", "once-per-user", False)
    assert 0 < discount["seconds_left"] <= 60
    assert discount["reason"] == "new_member"
    package = browser.get("/api/packages.php").json["packages"][0]
    assert package["amount"]["value"] == "9.99"
    assert package["discounted"] == {
        "code": "TIMEBONUS25",
        "percentage": 25,
        "amount": {"value": "7.49", "currency": "EUR"},
        "amount_per_message": {"value": "0.75", "currency": "EUR"},
    }
    form = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    payment = browser.post("/api/order.php", {**form, "discount_code": "TIMEBONUS25"}).json["payment"]
    assert (payment["amount"]["value"], payment["normal_amount"]["value"]) == ("7.49", "9.99")

    signed_up(database, ann, "4 hours")
    assert browser.get("/api/discountcode.php", welcome="true").status_code == 422
    assert browser.get("/api/packages.php").json["packages"][0]["discounted"] is None


def test_codes_are_answered_in_words_and_not_found_by_guessing(browser: Browser, database: Database) -> None:
    a_code(database)
    browser.as_member(uuid4())

    assert browser.get("/api/discountcode.php", code="summer").json["discount"]["reason"] == "code"
    assert browser.get("/api/discountcode.php", code="x").json["error"]["message"] == "Code not found"
    assert browser.get("/api/discountcode.php").status_code == 422


def lookups(browser: Browser) -> dict[str, Callable[[str], TestResponse]]:
    """Every call that says whether a code is good."""
    order = {"package_id": "p0", "immediate_delivery": True}
    return {
        "discountcode.php": lambda code: browser.get("/api/discountcode.php", code=code),
        "packages.php": lambda code: browser.get("/api/packages.php", discount_code=code),
        "order.php": lambda code: browser.post(
            "/api/order.php", {**order, "id": str(uuid4()), "method": "ideal", "discount_code": code}
        ),
    }


@pytest.mark.parametrize("through", ["discountcode.php", "packages.php", "order.php"])
def test_wrong_codes_are_limited_wherever_they_are_typed(browser: Browser, database: Database, through: str) -> None:
    good = a_code(database)
    browser.as_member(uuid4())
    guess = lookups(browser)[through]

    wrong = [guess(f"guess{number}") for number in range(12)]

    assert [answer.json["error"]["code"] for answer in wrong] == ["discount_not_found"] * 10 + ["too_many_codes"] * 2
    assert int(wrong[-1].headers["Retry-After"]) > 0
    assert {name: other(good).status_code for name, other in lookups(browser).items()} == dict.fromkeys(
        lookups(browser), 429
    )


def test_right_codes_and_the_two_offers_to_new_members_are_never_counted(browser: Browser, database: Database) -> None:
    good = a_code(database)
    browser.as_member(uuid4())

    for code in (good, "timebonus25", " welcome25 "):
        assert {browser.get("/api/packages.php", discount_code=code).status_code for _ in range(15)} == {200}


def test_wrong_codes_of_many_members_in_one_network_are_counted_together(browser: Browser, database: Database) -> None:
    answers = [
        browser.as_member(uuid4()).get("/api/discountcode.php", code=f"guess{number}").status_code
        for number in range(32)
    ]

    assert answers == [422] * 30 + [429] * 2
    browser.from_address("203.0.113.9")
    assert browser.get("/api/discountcode.php", code="guess").status_code == 422


def test_many_guesses_at_once_are_no_more_than_allowed(app: Flask, keys: KeyPair, database: Database) -> None:
    member_id = uuid4()

    def guess(number: int) -> Callable[[], int]:
        browser = Browser(app, keys).as_member(member_id)
        return lambda: browser.get("/api/discountcode.php", code=f"guess{number}").status_code

    assert sorted(at_once(*(guess(number) for number in range(30)))) == [422] * 10 + [429] * 20


def test_a_used_code_says_so(browser: Browser, database: Database, provider: FakeProvider) -> None:
    a_code(database)
    browser.as_member(uuid4())
    form = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    assert browser.post("/api/order.php", {**form, "discount_code": "SUMMER"}).status_code == 201
    [provider_id] = provider.reports
    provider.change(provider_id, status=PaymentStatus.PENDING)
    browser.get("/api/payment.php", id=form["id"])

    answer = browser.get("/api/discountcode.php", code="SUMMER")
    assert (answer.status_code, answer.json["error"]["message"]) == (409, "Code already used")
