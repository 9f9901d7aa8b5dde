"""Payments that survive anything, against the sandbox's own process: nothing here is a fake of the provider."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from billing.domain.payment import PaymentStatus
from billing.tests.makers import a_member, balance, nothing_is_off
from billing.tests.sandbox import Shop, findings
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.reconcile import reconcile
from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted, PaymentFailed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from sqlalchemy import text

from tests.member import until


def everyone_decided(shop: Shop) -> bool:
    with shop.wired.database.engine.connect() as connection:
        return not connection.execute(
            text("SELECT count(*) FROM payments WHERE status IN ('open', 'pending', 'requires_action')")
        ).scalar()


OUTCOMES = ["paid", "paid", "paid", "failed", "canceled", "expired"]


def test_ten_copies_shuffled_late_and_a_tenth_lost_credit_once(shop: Shop, database: Database) -> None:
    members = [a_member(shop.wired) for _ in range(4)]
    orders = {member: [shop.order(member) for _ in OUTCOMES] for member in members}
    shop.behave(duplicates=9, reorder=True, drop_percent=10)
    with ThreadPoolExecutor(6) as payers:
        list(
            payers.map(
                lambda pair: shop.decide(pair[0]["payment_id"], pair[1]),
                [pair for member in members for pair in zip(orders[member], OUTCOMES, strict=True)],
            )
        )

    until(lambda: everyone_decided(shop))

    assert [balance(shop.wired, member) for member in members] == [(6 + 3 * 20, 3)] * 4
    assert len(announced(database, PaymentCompleted)) == 12
    assert len(announced(database, BecamePremium)) == 4
    assert len(announced(database, PaymentFailed)) == 12
    assert nothing_is_off(shop.wired)
    assert audit_ledger(shop.wired.unit_of_work) == {}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_any_order_and_with_losses_it_ends_as_the_provider_says(shop_by_post: Shop, seed: int) -> None:
    shop = shop_by_post
    assert shop.post is not None
    members = [a_member(shop.wired) for _ in range(3)]
    orders = [(member, shop.order(member), outcome) for member in members for outcome in OUTCOMES]
    for _, payment, outcome in orders:
        shop.decide(payment["payment_id"], outcome)
    ids = {shop.provider_id(payment["payment_id"]) for _, payment, _ in orders}
    until(lambda: ids <= set(shop.post.taken))
    # One member's webhooks are lost altogether: the worker makes up for them.
    lost = {shop.provider_id(payment["payment_id"]) for member, payment, _ in orders if member == members[0]}

    shop.deliver(sorted(ids - lost), times=10, lost_percent=10, seed=seed)
    assert balance(shop.wired, members[0]) == (6, 3)
    shop.let_the_worker_ask()

    ours = {"paid": "completed", "canceled": "cancelled"}
    for _, payment, outcome in orders:
        assert shop.stored(payment["payment_id"]).status == ours.get(outcome, outcome)
    assert [balance(shop.wired, member) for member in members] == [(66, 3)] * 3
    assert nothing_is_off(shop.wired)


def test_reconciliation_finds_payments_that_webhooks_and_worker_missed(shop_by_post: Shop, database: Database) -> None:
    shop, ann = shop_by_post, a_member(shop_by_post.wired)
    paid, refunded, charged_back = (shop.order(ann)["payment_id"] for _ in range(3))
    for payment_id in (paid, refunded, charged_back):
        shop.decide(payment_id, "paid")
    shop.decide(refunded, "refunded")
    shop.decide(charged_back, "charged_back")
    # The process died before it stored the provider's id, and no request names this payment any more.
    with database.engine.begin() as connection:
        connection.execute(
            text("UPDATE payments SET provider_id = NULL, ask_after = 'infinity' WHERE id = :id"), {"id": paid}
        )

    first, second = (reconcile(shop.wired.unit_of_work, shop.wired.providers) for _ in range(2))

    assert (first.mended, second.mended) == (3, 0)
    assert balance(shop.wired, ann) == (26, 3)
    assert [shop.stored(payment_id).status for payment_id in (paid, refunded, charged_back)] == ["completed"] * 3
    assert nothing_is_off(shop.wired)


@pytest.mark.parametrize(
    "forged", ["tr_never0made", "tr_", "cst_5", "tr_x; DROP TABLE payments", "", "tr_" + "a" * 99, "../../etc", "re_1"]
)
def test_a_forged_webhook_gives_nothing(shop: Shop, forged: str) -> None:
    ann = a_member(shop.wired)
    payment = shop.order(ann)

    assert shop.webhook(forged) in (200, 400)
    assert shop.webhook(shop.provider_id(payment["payment_id"])) == 200, "an unpaid order stays unpaid"

    assert balance(shop.wired, ann) == (6, 3)
    assert shop.stored(payment["payment_id"]).status is PaymentStatus.OPEN


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("$.amount.value", "0.01"),
        ("$.amount.value", "99.90"),
        ("$.amount.currency", "PLN"),
        ("$.metadata.order_id", "8c1f3f3a-0000-4000-8000-000000000000"),
    ],
)
def test_a_paid_payment_of_another_sum_currency_or_order_gives_nothing(
    shop: Shop, database: Database, path: str, value: str
) -> None:
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    provider_id = shop.provider_id(payment["payment_id"])
    shop.lie(provider_id, path, value)

    shop.decide(payment["payment_id"], "paid")
    assert shop.webhook(provider_id) == 200
    assert shop.look(ann, payment["payment_id"])["status"] == "open"
    assert reconcile(shop.wired.unit_of_work, shop.wired.providers).flagged >= 1

    assert balance(shop.wired, ann) == (6, 3)
    assert (provider_id, "differs") in findings(database)


def test_a_payment_somebody_else_made_for_our_order_gives_nothing(shop: Shop, database: Database) -> None:
    """Paid with the right key, by the right order's name, for a cent: it is not the payment we asked for."""
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    client = shop.provider._client("pays")
    wanted = {"amount": {"value": "0.01", "currency": "EUR"}, "description": "x", "redirectUrl": "http://x.example"}
    theirs = client.payments.create({**wanted, "metadata": {"order_id": payment["payment_id"]}}).id
    shop.decide_at_provider(theirs, "paid")

    assert shop.webhook(theirs) == 200
    reconcile(shop.wired.unit_of_work, shop.wired.providers)

    assert balance(shop.wired, ann) == (6, 3)
    assert (theirs, "unknown") in findings(database)
    shop.decide(payment["payment_id"], "paid")
    until(lambda: balance(shop.wired, ann) == (26, 3))


def test_a_strangers_payment_never_takes_the_place_of_ours(shop: Shop, database: Database) -> None:
    """Our process died before it noted its own payment; a wrong one with the order's name must not be taken for it."""
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    ours = shop.provider_id(payment["payment_id"])
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET provider_id = NULL"))
    wanted = {"amount": {"value": "0.01", "currency": "EUR"}, "description": "x", "redirectUrl": "http://x.example"}
    theirs = (
        shop.provider._client("pays").payments.create({**wanted, "metadata": {"order_id": payment["payment_id"]}}).id
    )
    shop.decide_at_provider(theirs, "paid")
    shop.decide_at_provider(ours, "paid")

    reconcile(shop.wired.unit_of_work, shop.wired.providers)

    assert shop.provider_id(payment["payment_id"]) == ours
    assert balance(shop.wired, ann) == (26, 3)


def test_an_outage_loses_no_order_and_doubles_none(shop: Shop) -> None:
    ann, order_id = a_member(shop.wired), str(uuid4())
    form = {"id": order_id, "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    shop.behave(outage_percent=100)
    assert shop.browser(ann).post("/api/order.php", form).status_code == 503

    shop.behave()
    with ThreadPoolExecutor(4) as pages:
        answers = list(pages.map(lambda _: shop.browser(ann).post("/api/order.php", form), range(4)))

    assert len({answer.json["payment"]["checkout_url"] for answer in answers}) == 1
    shop.decide(order_id, "paid")
    until(lambda: balance(shop.wired, ann) == (26, 3))
    assert nothing_is_off(shop.wired)
