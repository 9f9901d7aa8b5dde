"""The sandbox as the real Mollie client and a browser see it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from mollie.api.error import NotFoundError, UnauthorizedError, UnprocessableEntityError
from standins.tests.paying import Merchant, Mollie, an_order, decide, mollie
from standins.tests.running import StandIn

# The API


def test_a_payment_is_created_and_read(payments: StandIn, client: Mollie) -> None:
    payment = client.payments.create(an_order(method="ideal"))

    read = client.payments.get(payment.id)
    assert read == payment
    assert read.is_open()
    assert read.id.startswith("tr_")
    assert read.amount == {"currency": "EUR", "value": "9.99"}
    assert read.metadata == {"order": "1", "note": None}
    assert read.checkout_url == f"{payments.url}/dev/payments/checkout/{payment.id}"
    assert read.expires_at > read.created_at


def test_only_the_own_key_is_let_in(start: Callable[..., StandIn]) -> None:
    payments = start("standins.payments", PAYMENTS_API_KEY="test_own")

    mollie(payments, "test_own").payments.create(an_order())
    with pytest.raises(UnauthorizedError):
        mollie(payments, "test_other").payments.create(an_order())


def test_a_live_key_is_never_let_in(payments: StandIn) -> None:
    with pytest.raises(UnauthorizedError):
        mollie(payments, "live_money").payments.list()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"amount": {"currency": "EUR", "value": "9.9"}}, "amount.value"),
        ({"amount": None}, "amount"),
        ({"description": ""}, "description"),
        ({"redirectUrl": None}, "redirectUrl"),
        ({"redirectUrl": "javascript:alert(1)"}, "redirectUrl"),
        ({"method": "shells"}, "method"),
        ({"sequenceType": "recurring"}, "customerId"),
    ],
)
def test_a_wrong_field_is_named(client: Mollie, changes: dict[str, object], field: str) -> None:
    with pytest.raises(UnprocessableEntityError) as refused:
        client.payments.create(an_order(**changes))

    assert refused.value.field == field


def test_an_unknown_payment_is_not_found(client: Mollie) -> None:
    with pytest.raises(NotFoundError):
        client.payments.get("tr_nothing")


def test_the_same_idempotency_key_makes_one_payment(payments: StandIn, client: Mollie) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: mollie(payments).payments.create(an_order(), idempotency_key="k1"), range(8)))

    assert len({each.id for each in made}) == 1
    assert len(client.payments.list()) == 1


def test_an_idempotency_key_outlives_a_kill(payments: StandIn, client: Mollie) -> None:
    first = client.payments.create(an_order(), idempotency_key="k1")

    payments.restart_after_kill()

    assert mollie(payments).payments.create(an_order(), idempotency_key="k1") == first


def test_an_idempotency_key_is_for_one_request(client: Mollie) -> None:
    client.payments.create(an_order(), idempotency_key="k1")

    with pytest.raises(UnprocessableEntityError):
        client.payments.create(an_order(description="50 credits"), idempotency_key="k1")


def test_lists_are_paged_newest_first_both_ways(client: Mollie) -> None:
    made = [client.payments.create(an_order(description=str(number))).id for number in range(5)]

    first = client.payments.list(limit=2)
    second = first.get_next()
    third = second.get_next()

    assert [each.id for page in (first, second, third) for each in page] == made[::-1]
    assert not third.has_next()
    assert third.get_previous() == second
    assert [each.id for each in second.get_previous()] == [each.id for each in first]


def test_an_open_payment_can_be_changed_and_canceled(client: Mollie) -> None:
    payment = client.payments.create(an_order())

    assert client.payments.update(payment.id, {"description": "new words"}).description == "new words"
    assert client.payments.delete(payment.id).is_canceled()
    with pytest.raises(UnprocessableEntityError):
        client.payments.delete(payment.id)


def test_methods_are_listed_by_name(client: Mollie) -> None:
    methods = {each.id: each.description for each in client.methods.list()}

    assert methods["ideal"] == "iDEAL"
    assert client.methods.get("paypal").description == "PayPal"
    assert httpx.get(client.methods.get("ideal").image_svg).status_code == 200
    with pytest.raises(NotFoundError):
        client.methods.get("shells")


# The hosted page


@pytest.mark.parametrize("status", ["paid", "failed", "canceled", "expired"])
def test_the_payer_decides_and_returns_to_the_merchant(
    payments: StandIn, client: Mollie, merchant: Merchant, status: str
) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))

    answer = decide(payments, payment, status)

    assert answer.status_code == 303
    assert answer.headers["location"] == payment.redirect_url
    read = client.payments.get(payment.id)
    assert read.status == status
    assert read[f"{status}At"]
    assert read.checkout_url is None
    assert merchant.receives(1) == [f"id={payment.id}"]


def test_a_payment_left_open_stays_open_and_sends_no_webhook(
    payments: StandIn, client: Mollie, merchant: Merchant
) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))

    assert decide(payments, payment, "open").status_code == 303

    assert client.payments.get(payment.id).is_open()
    time.sleep(0.5)
    merchant.receives(0)


def test_a_settled_payment_stays_settled(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))
    decide(payments, payment, "paid")
    paid = client.payments.get(payment.id)

    assert decide(payments, payment, "failed").status_code == 303
    assert decide(payments, payment, "paid").status_code == 303

    assert client.payments.get(payment.id) == paid
    merchant.receives(1)


def test_the_cancel_address_is_used_when_there_is_one(payments: StandIn, client: Mollie) -> None:
    payment = client.payments.create(an_order(cancelUrl="http://localhost:8080/en/credits"))

    assert decide(payments, payment, "canceled").headers["location"] == "http://localhost:8080/en/credits"


def test_the_page_shows_what_is_paid(payments: StandIn, client: Mollie) -> None:
    payment = client.payments.create(an_order(method="ideal", description="20 <credits>"))

    page = httpx.get(payment.checkout_url).text

    for words in ("Sandbox: no money moves", "Pairwise", "20 &lt;credits&gt;", "€\u00a09.99", "iDEAL"):
        assert words in page
    for button in ("Pay €\u00a09.99", "Fail", "Cancel", "Expire", "Leave open"):
        assert f">{button}</button>" in page


def test_the_payer_chooses_among_the_methods_offered(payments: StandIn, client: Mollie) -> None:
    payment = client.payments.create(an_order(method=["ideal", "creditcard"]))

    page = httpx.get(payment.checkout_url).text
    decide(payments, payment, "paid", method="creditcard")

    assert '<option value="ideal">' in page
    assert '<option value="paypal">' not in page
    paid = client.payments.get(payment.id)
    assert paid.method == "creditcard"
    assert paid.details["cardLabel"] == "Mastercard"


def test_an_unknown_answer_changes_nothing(payments: StandIn, client: Mollie) -> None:
    payment = client.payments.create(an_order())

    assert decide(payments, payment, "rich").status_code == 422
    assert client.payments.get(payment.id).is_open()


# Money going back


def test_refunds_stay_within_what_was_paid(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))
    part = {"amount": {"currency": "EUR", "value": "4.00"}}
    with pytest.raises(UnprocessableEntityError):
        payment.refunds.create(part)
    decide(payments, payment, "paid")

    refund = payment.refunds.create(part)

    assert refund.is_refunded()
    read = client.payments.get(payment.id)
    assert read.is_paid()
    assert (read.amount_refunded["value"], read.amount_remaining["value"]) == ("4.00", "5.99")
    assert read.has_refunds()
    assert [each.id for each in read.refunds.list()] == [refund.id] == [each.id for each in client.refunds.list()]
    assert payment.refunds.get(refund.id).get_payment().id == payment.id
    with pytest.raises(UnprocessableEntityError):
        payment.refunds.create({"amount": {"currency": "EUR", "value": "6.00"}})
    merchant.receives(2)


def test_a_bank_can_charge_back(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))
    decide(payments, payment, "paid")

    assert decide(payments, payment, "charged_back").status_code == 303

    read = client.payments.get(payment.id)
    assert read.amount_chargedback["value"] == "9.99"
    assert [each.amount["value"] for each in read.chargebacks.list()] == ["9.99"]
    merchant.receives(2)


def test_a_chargeback_can_be_won_back_and_lost_again(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    payment = client.payments.create(an_order(webhookUrl=merchant.url))
    decide(payments, payment, "paid")
    assert decide(payments, payment, "won_back").status_code == 422
    decide(payments, payment, "charged_back")

    assert decide(payments, payment, "won_back").status_code == 303

    read = client.payments.get(payment.id)
    assert (read.amount_chargedback["value"], read.amount_remaining["value"]) == ("0.00", "9.99")
    assert [each["reversedAt"] is not None for each in read.chargebacks.list()] == [True]
    assert decide(payments, payment, "won_back").status_code == 422
    decide(payments, payment, "charged_back")
    assert client.payments.get(payment.id).amount_chargedback["value"] == "9.99"
    merchant.receives(4)


# Paying again


def test_a_first_payment_allows_the_next_ones(payments: StandIn, client: Mollie, merchant: Merchant) -> None:
    customer = client.customers.create({"name": "Ann", "email": "ann@example.com"})
    with pytest.raises(UnprocessableEntityError):
        customer.payments.create(an_order(sequenceType="recurring"))
    first = customer.payments.create(an_order(sequenceType="first", method="ideal"))
    decide(payments, first, "paid")

    mandate = client.payments.get(first.id).get_mandate()
    again = customer.payments.create(an_order(sequenceType="recurring", redirectUrl=None, webhookUrl=merchant.url))

    assert mandate.is_valid()
    assert mandate.method == "directdebit"
    assert again.is_pending()
    assert decide(payments, again, "paid").status_code == 303
    merchant.receives(1)
    assert client.payments.get(again.id).is_paid()
    assert [each.id for each in customer.payments.list()] == [again.id, first.id]
    customer.mandates.delete(mandate.id)
    assert len(customer.mandates.list()) == 0


def test_a_customer_can_be_changed_and_forgotten(client: Mollie) -> None:
    customer = client.customers.create({"name": "Ann"})

    assert client.customers.update(customer.id, {"name": "Anna"}).name == "Anna"
    client.customers.delete(customer.id)

    with pytest.raises(NotFoundError):
        client.customers.get(customer.id)
