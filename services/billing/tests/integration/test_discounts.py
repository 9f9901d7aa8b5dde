from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import Payment, PaymentStatus
from billing.errors import DiscountUsed
from billing.storage.tables import DiscountCodeRow, WalletRow
from billing.tests.makers import FakeProvider, a_member, a_purchase, balance, eur, nothing_is_off
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.find_payment import find_payment
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.place_order import OrderForm, place_order
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from flask import Flask
from shared.kit.errors import Refusal
from shared.kit.storage import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import func, text, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

Order = Callable[..., Payment]


@pytest.fixture
def order(wired: Wiring, database: Database, provider: FakeProvider) -> Order:
    site = wired.sites.get(wired.default_site)

    def place(member_id: UUID, code: str | None, package_id: str = "p0", method: str = "ideal") -> Payment:
        form = OrderForm(uuid4(), package_id, method, True, "en", code)
        return place_order(wired.unit_of_work(), provider, site, member_id, form, wired.settings.public_url)

    return place


def a_code(database: Database, code: str = "SUMMER", percentage: int = 10, **fields: Any) -> str:
    with Session(database.engine) as session:
        session.add(DiscountCodeRow(code=code, percentage=percentage, **fields))
        session.commit()
    return code


def signed_up(database: Database, member_id: UUID, ago: str, **fields: Any) -> None:
    with Session(database.engine) as session:
        since = func.now() - text(f"interval '{ago}'")
        session.execute(update(WalletRow).where(WalletRow.member_id == member_id).values(signed_up_at=since, **fields))
        session.commit()


def refused(step: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        step()
    return refusal.value.code


def test_a_new_members_first_purchase_costs_a_quarter_less(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)

    payment = order(ann, "TIMEBONUS25")

    assert (payment.amount, payment.normal_amount, payment.discount_code) == (
        eur(749),
        eur(999),
        "TIMEBONUS25",
    )
    provider.pay(str(payment.provider_id))
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    assert balance(wired, ann) == (26, 3)
    assert refused(lambda: order(ann, "WELCOME25")) == "discount_used"
    assert nothing_is_off(wired)


@pytest.mark.parametrize(
    ("ago", "is_offered"), [("14399 seconds", True), ("14401 seconds", False), ("14400 seconds", False)]
)
def test_the_offer_holds_four_hours_by_the_databases_clock(
    wired: Wiring, database: Database, order: Order, ago: str, is_offered: bool
) -> None:
    ann = a_member(wired)
    signed_up(database, ann, ago)

    if is_offered:
        assert order(ann, "timebonus25 ").amount == eur(749)
    else:
        assert refused(lambda: order(ann, "TIMEBONUS25")) == "discount_expired"


def test_a_buyer_has_no_offer_for_a_first_purchase(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    a_purchase(wired, provider, ann)

    assert refused(lambda: order(ann, "WELCOME25")) == "discount_not_found"


def test_starting_again_takes_the_discount_along(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    first = order(ann, "WELCOME25")
    second = order(ann, "WELCOME25", method="paypal")

    assert second.amount == eur(749)
    found = find_payment(wired.unit_of_work(), provider, ann, first.id)
    assert found.status is PaymentStatus.CANCELLED


@pytest.mark.parametrize("status", [PaymentStatus.PENDING, PaymentStatus.COMPLETED])
def test_money_under_way_keeps_the_discount(
    wired: Wiring, provider: FakeProvider, order: Order, status: PaymentStatus
) -> None:
    ann = a_member(wired)
    provider_id = str(order(ann, "WELCOME25").provider_id)
    provider.change(provider_id, status=status)
    handle_webhook(wired.unit_of_work(), provider, provider_id)

    assert refused(lambda: order(ann, "WELCOME25")) == "discount_used"


@pytest.mark.parametrize("status", [PaymentStatus.FAILED, PaymentStatus.CANCELLED, PaymentStatus.EXPIRED])
def test_a_payment_that_came_to_nothing_lets_its_discount_go(
    wired: Wiring, database: Database, provider: FakeProvider, order: Order, status: PaymentStatus
) -> None:
    code = a_code(database, validity="once")
    ann, bo = a_member(wired), a_member(wired)
    provider_id = str(order(ann, code).provider_id)
    assert refused(lambda: order(bo, code)) == "discount_used"
    provider.change(provider_id, status=status)
    handle_webhook(wired.unit_of_work(), provider, provider_id)

    assert order(bo, code).amount == eur(899)
    assert refused(lambda: order(ann, code)) == "discount_used"


def test_one_of_many_orders_claims_a_code_for_one_use(wired: Wiring, database: Database, order: Order) -> None:
    code = a_code(database, validity="once")
    members = [a_member(wired) for _ in range(8)]

    def take(member_id: UUID) -> str:
        try:
            return order(member_id, code).amount.text
        except Refusal as refusal:
            return refusal.code

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(take, members)) == ["8.99"] + ["discount_used"] * 7


def test_of_a_members_orders_at_once_one_keeps_the_discount(
    wired: Wiring, database: Database, provider: FakeProvider, order: Order
) -> None:
    ann = a_member(wired)

    def take(_: int) -> None:
        with suppress(DiscountUsed):
            order(ann, "WELCOME25")

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(take, range(6)))

    with Session(database.engine) as session:
        assert session.scalar(text("SELECT count(*) FROM payments WHERE status = 'open'")) == 1


def test_pages_left_open_bring_the_discount_once(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    orders = [order(ann, "WELCOME25") for _ in range(3)]
    for each in orders:
        provider.pay(str(each.provider_id))

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda each: handle_webhook(wired.unit_of_work(), provider, str(each.provider_id)), orders))

    assert balance(wired, ann) == (26, 3)
    pay_refunds(wired.unit_of_work, provider)
    assert sorted(amount for _, amount in provider.refunds.values()) == [eur(749), eur(749)]
    assert nothing_is_off(wired)
    assert audit_ledger(wired.unit_of_work) == {}


def test_money_for_the_first_page_takes_the_discount_back(wired: Wiring, provider: FakeProvider, order: Order) -> None:
    ann = a_member(wired)
    first, second = order(ann, "WELCOME25"), order(ann, "WELCOME25", method="paypal")

    for each in (first, second):
        provider.pay(str(each.provider_id))
        handle_webhook(wired.unit_of_work(), provider, str(each.provider_id))

    assert balance(wired, ann) == (26, 3)
    pay_refunds(wired.unit_of_work, provider)
    assert [each for each, _ in provider.refunds.values()] == [second.provider_id]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"country": "PL"}, "discount_wrong_country"),
        ({"currency": "PLN"}, "discount_wrong_currency"),
        ({"currency": "EUR", "minimum": Decimal("10.00")}, "discount_below_minimum"),
        ({"methods": ["paypal"]}, "discount_wrong_method"),
        ({"member_id": uuid4()}, "discount_not_found"),
        ({"is_active": False}, "discount_not_found"),
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
