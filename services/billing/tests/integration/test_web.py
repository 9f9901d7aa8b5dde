from typing import Any
from uuid import uuid4

import pytest
from billing.domain.payment import PaymentStatus
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase
from billing.wiring import Wiring
from flask import Flask
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser


def an_order_form(**changes: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "package_id": "p1", "method": "ideal", "immediate_delivery": True, **changes}


def webhook(app: Flask, **form: str) -> int:
    return app.test_client().post("/api/payment-webhook.php", data=form, headers={"Host": "localhost"}).status_code


def test_visitors_see_packages_and_members_their_balance(browser: Browser) -> None:
    answer = browser.get("/api/packages.php").json

    assert answer["packages"][1] == {
        "id": "p1",
        "credits": 50,
        "amount": {"value": "19.99", "currency": "EUR"},
        "amount_per_message": {"value": "0.80", "currency": "EUR"},
        "popular": True,
        "discounted": None,
    }
    assert (answer["methods"][0], answer["refund_days"], answer["balance"]) == ("ideal", 14, None)
    assert browser.get("/api/packages.php", country="PL").json["methods"] == [
        "przelewy24",
        "blik",
        "creditcard",
        "applepay",
    ]
    assert browser.get("/api/packages.php", country="PL").json["packages"][0]["amount"] == {
        "value": "44.99",
        "currency": "PLN",
    }
    assert (answer["country"], answer["vat_percentage"]) == ("NL", "21")
    assert browser.as_member(uuid4()).get("/api/packages.php").json["balance"] == 6


def test_an_order_leads_to_the_page_of_the_provider_and_back(browser: Browser, provider: FakeProvider) -> None:
    form = an_order_form()
    answer = browser.as_member(uuid4()).post("/api/order.php", form)

    assert answer.status_code == 201
    payment = answer.json["payment"]
    assert (payment["status"], payment["amount"], payment["credits"]) == (
        "open",
        {"value": "19.99", "currency": "EUR"},
        50,
    )
    [(provider_id, return_url)] = provider.return_urls.items()
    assert payment["checkout_url"] == f"https://pay.example/{provider_id}"
    assert return_url == f"http://localhost:8080/en/credits/{form['id']}/return"
    assert browser.post("/api/order.php", form).json == answer.json


def test_the_first_language_has_no_prefix(browser: Browser, provider: FakeProvider) -> None:
    form = an_order_form()
    browser.as_member(uuid4()).send("POST", "/api/order.php", form, {"x-pairwise-locale": "nl"})

    assert list(provider.return_urls.values()) == [f"http://localhost:8080/credits/{form['id']}/return"]


def test_a_webhook_completes_the_payment(browser: Browser, app: Flask, provider: FakeProvider) -> None:
    form = an_order_form()
    browser.as_member(uuid4()).post("/api/order.php", form)
    [provider_id] = provider.reports
    provider.pay(provider_id)

    assert webhook(app, id=provider_id) == 200

    payment = browser.get("/api/payment.php", id=form["id"]).json["payment"]
    assert (payment["status"], payment["checkout_url"]) == ("completed", None)
    assert browser.get("/api/packages.php").json["balance"] == 56


def test_a_webhook_alone_gives_nothing(browser: Browser, app: Flask, provider: FakeProvider) -> None:
    browser.as_member(uuid4()).post("/api/order.php", an_order_form())
    [provider_id] = provider.reports

    assert webhook(app, id=provider_id, status="paid") == 200
    assert browser.get("/api/packages.php").json["balance"] == 6


def test_webhooks_about_nothing(app: Flask, provider: FakeProvider) -> None:
    assert webhook(app, id="tr_unknown") == 200
    assert [webhook(app), webhook(app, id=""), webhook(app, id="tr_\x00"), webhook(app, id="../x")] == [400] * 4
    assert provider.questions == 0


def test_a_webhook_while_the_provider_is_down_is_taken_note_of(
    browser: Browser, app: Flask, provider: FakeProvider
) -> None:
    browser.as_member(uuid4()).post("/api/order.php", an_order_form())
    provider.is_down = True

    assert webhook(app, id=next(iter(provider.reports))) == 200


def test_someone_elses_payment_is_not_there(browser: Browser) -> None:
    form = an_order_form()
    browser.as_member(uuid4()).post("/api/order.php", form)

    browser.as_member(uuid4())
    theirs = browser.get("/api/payment.php", id=form["id"])
    nobodys = browser.get("/api/payment.php", id=str(uuid4()))

    assert (theirs.status_code, theirs.json) == (404, nobodys.json)
    assert browser.post("/api/order.php", form).json["error"]["code"] == "idempotency_key_reused"


def test_a_provider_that_is_down_is_answered_with_retry_after(browser: Browser, provider: FakeProvider) -> None:
    form = an_order_form()
    provider.is_down = True
    answer = browser.as_member(uuid4()).post("/api/order.php", form)
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "unavailable")
    assert int(answer.headers["Retry-After"]) > 0

    provider.is_down = False
    assert browser.post("/api/order.php", form).status_code == 201


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"package_id": "p9"}, "package_unknown"),
        ({"method": "cowries"}, "method_unknown"),
        ({"immediate_delivery": False}, "immediate_delivery_required"),
        ({"immediate_delivery": None}, "validation_failed"),
        ({"id": "1"}, "validation_failed"),
        ({"id": None}, "validation_failed"),
        ({"package_id": "p" * 500}, "validation_failed"),
        ({"amount": "0.01"}, "validation_failed"),
        ({"credits": 1000}, "validation_failed"),
    ],
)
def test_bad_orders_get_their_error_and_make_nothing(
    browser: Browser, provider: FakeProvider, changes: dict[str, Any], code: str
) -> None:
    answer = browser.as_member(uuid4()).post("/api/order.php", an_order_form(**changes))

    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)
    assert provider.reports == {}


def test_the_same_id_with_another_order_is_refused(browser: Browser) -> None:
    form = an_order_form()
    browser.as_member(uuid4()).post("/api/order.php", form)

    answer = browser.post("/api/order.php", {**form, "package_id": "p3"})

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "idempotency_key_reused")


def test_transactions_come_newest_first_each_once_and_are_ones_own(
    browser: Browser, wired: Wiring, provider: FakeProvider
) -> None:
    ann, bo = a_member(wired), a_member(wired)
    payment = a_purchase(wired, provider, ann, "p2")
    for _ in range(55):
        a_charge(wired, ann, partner_id=bo)
    browser.as_member(ann)

    found, cursor = [], None
    while True:
        page = browser.get("/api/transactions.php", **({"cursor": cursor} if cursor else {})).json
        found += page["transactions"]
        if (cursor := page["next_cursor"]) is None:
            break

    assert [each["kind"] for each in found] == ["message"] * 55 + ["purchase", "signup_gift"]
    assert found[0]["balance_after"] == 126 - 52 * 2
    assert (found[0]["credits"], found[0]["profile_id"]) == (-2, str(bo))
    assert found[-2]["payment_id"] == str(payment.id)
    assert [each["kind"] for each in browser.as_member(bo).get("/api/transactions.php").json["transactions"]] == [
        "signup_gift"
    ]


@pytest.mark.parametrize("cursor", ["0", "-1", "x", "9" * 30, "1;DROP"])
def test_a_made_up_cursor_is_refused(browser: Browser, cursor: str) -> None:
    assert browser.as_member(uuid4()).get("/api/transactions.php", cursor=cursor).status_code == 422


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/order.php"), ("GET", "/api/payment.php"), ("GET", "/api/transactions.php")],
)
def test_strangers_are_asked_to_log_in(app: Flask, keys: KeyPair, method: str, path: str) -> None:
    stranger = Browser(app, keys)
    answer = stranger.get(path) if method == "GET" else stranger.send(method, path, an_order_form())

    assert (answer.status_code, answer.json["error"]["code"]) == (403, "authentication_required")


def test_every_status_has_its_name_in_the_api(browser: Browser, app: Flask, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    for status in PaymentStatus:
        form = an_order_form()
        browser.post("/api/order.php", form)
        provider_id = f"tr_{form['id'].replace('-', '')}"
        provider.change(provider_id, status=status)
        webhook(app, id=provider_id)

        assert browser.get("/api/payment.php", id=form["id"]).json["payment"]["status"] == status.value
