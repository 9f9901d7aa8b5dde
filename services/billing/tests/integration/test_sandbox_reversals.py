"""Refunds and chargebacks against the process of the sandbox."""

from uuid import uuid4

from billing import chargebacks
from billing.tests.makers import a_charge, a_member, balance, debt, eur, nothing_is_off
from billing.tests.sandbox import Shop
from billing.usecases.withdraw import pay_refunds
from pairwise.billing.v1.events_pb2 import PaymentReversed
from shared.kit.db import Database
from shared.kit.testing.announced import announced

from tests.member import until


def test_a_refund_is_made_once_and_its_webhook_takes_nothing_more(shop: Shop, database: Database) -> None:
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    shop.decide(payment["payment_id"], "paid")
    until(lambda: balance(shop.wired, ann) == (26, 3))
    for _ in range(9):
        a_charge(shop.wired, ann)

    form = {"id": str(uuid4()), "payment_id": payment["payment_id"]}
    answer = shop.browser(ann).post("/api/withdrawal.php", form)
    assert answer.status_code == 201
    [purchase] = answer.json["purchases"]
    for _ in range(3):
        pay_refunds(shop.wired.unit_of_work, shop.wired.providers)
    provider_id = shop.provider_id(payment["payment_id"])
    until(lambda: shop.webhook(provider_id) == 200)
    shop.let_the_worker_ask()

    report = shop.provider.report(provider_id)
    assert report is not None
    # 26 credits less six messages: fourteen of the twenty bought are unused.
    assert (purchase["withdrawn"]["credits"], purchase["withdrawn"]["amount"]["value"]) == (14, "7.00")
    assert report.returned == eur(700)
    assert balance(shop.wired, ann) == (0, 0)
    assert len(announced(database, PaymentReversed)) == 1
    assert nothing_is_off(shop.wired)


def test_a_chargeback_of_spent_credits_is_debt_that_stops_sending_and_nothing_else(shop: Shop) -> None:
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    shop.decide(payment["payment_id"], "paid")
    until(lambda: balance(shop.wired, ann) == (26, 3))
    for _ in range(3 + 10):
        a_charge(shop.wired, ann)
    shop.behave(duplicates=9, reorder=True)
    shop.decide(payment["payment_id"], "charged_back")

    shop.comes_to(lambda: debt(shop.wired, ann) == 14)

    assert balance(shop.wired, ann) == (0, 0)
    shop.behave()
    another = shop.order(ann)
    shop.decide(another["payment_id"], "paid")
    shop.comes_to(lambda: (balance(shop.wired, ann), debt(shop.wired, ann)) == ((6, 0), 0))
    assert nothing_is_off(shop.wired)


def test_a_chargeback_won_back_is_given_back_by_an_operator_and_may_be_lost_again(shop: Shop) -> None:
    ann = a_member(shop.wired)
    payment_id = shop.order(ann)["payment_id"]
    shop.decide(payment_id, "paid")
    shop.comes_to(lambda: balance(shop.wired, ann) == (26, 3))
    for _ in range(13):
        a_charge(shop.wired, ann)
    for _ in range(2):
        shop.decide(payment_id, "charged_back")
        shop.comes_to(lambda: debt(shop.wired, ann) == 14)
        shop.decide(payment_id, "won_back")

        assert chargebacks.main(["won", payment_id, "--by", "Ann", "--why", "case 7"], shop.wired) == 0

        assert (balance(shop.wired, ann), debt(shop.wired, ann)) == ((6, 0), 0)
    assert nothing_is_off(shop.wired)
