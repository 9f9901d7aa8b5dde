"""Payments that survive anything, against the sandbox's own process: nothing here is a fake of the provider."""

import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing import chargebacks
from billing.domain.payment import PaymentStatus
from billing.tests.makers import a_charge, a_member, balance, debt, eur, nothing_is_off
from billing.tests.sandbox import KEY, Shop, open_shop
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.reconcile import reconcile
from billing.usecases.save_methods import revoke_removed_methods
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import BecamePremium, PaymentCompleted, PaymentFailed, PaymentReversed
from shared.kit.storage import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from sqlalchemy import text
from standins.tests.running import StandIn

from tests.member import until

A_CARD: dict[str, Any] = {"method": "creditcard", "save_method": True}


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    standin = StandIn("standins.payments", tmp_path_factory.mktemp("sandbox"), {"PAYMENTS_API_KEY": KEY})
    standin.start()
    yield standin
    standin.stop(signal.SIGKILL)


@pytest.fixture
def shop(wired: Wiring, database: Database, keys: KeyPair, standin: StandIn) -> Iterator[Shop]:
    """Webhooks come straight from the sandbox."""
    with open_shop(wired, keys, standin, post_office=False) as shop:
        yield shop
        shop.behave()


@pytest.fixture
def shop_by_post(wired: Wiring, database: Database, keys: KeyPair, standin: StandIn) -> Iterator[Shop]:
    """Webhooks wait at the post office until the test lets them go."""
    with open_shop(wired, keys, standin, post_office=True) as shop:
        yield shop
        shop.behave()


def everyone_decided(shop: Shop) -> bool:
    with shop.wired.database.engine.connect() as connection:
        return not connection.execute(
            text("SELECT count(*) FROM payments WHERE status IN ('open', 'pending', 'requires_action')")
        ).scalar()


def findings(database: Database) -> list[tuple[str, str]]:
    with database.engine.connect() as connection:
        rows = connection.execute(text("SELECT provider_id, what FROM reconciliation_findings"))
        return sorted((row[0], row[1]) for row in rows)


# Webhooks


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

    first, second = (reconcile(shop.wired.unit_of_work, shop.provider) for _ in range(2))

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
    assert reconcile(shop.wired.unit_of_work, shop.provider).flagged >= 1

    assert balance(shop.wired, ann) == (6, 3)
    assert (provider_id, "differs") in findings(database)


def test_a_payment_somebody_else_made_for_our_order_gives_nothing(shop: Shop, database: Database) -> None:
    """Paid with the right key, by the right order's name, for a cent: it is not the payment we asked for."""
    ann = a_member(shop.wired)
    payment = shop.order(ann)
    client = shop.provider._client()
    wanted = {"amount": {"value": "0.01", "currency": "EUR"}, "description": "x", "redirectUrl": "http://x.example"}
    theirs = client.payments.create({**wanted, "metadata": {"order_id": payment["payment_id"]}}).id
    shop.decide_at_provider(theirs, "paid")

    assert shop.webhook(theirs) == 200
    reconcile(shop.wired.unit_of_work, shop.provider)

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
    theirs = shop.provider._client().payments.create({**wanted, "metadata": {"order_id": payment["payment_id"]}}).id
    shop.decide_at_provider(theirs, "paid")
    shop.decide_at_provider(ours, "paid")

    reconcile(shop.wired.unit_of_work, shop.provider)

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


# Refunds and chargebacks


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
        pay_refunds(shop.wired.unit_of_work, shop.provider)
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

    until(lambda: debt(shop.wired, ann) == 14)

    assert balance(shop.wired, ann) == (0, 0)
    shop.behave()
    another = shop.order(ann)
    shop.decide(another["payment_id"], "paid")
    until(lambda: (balance(shop.wired, ann), debt(shop.wired, ann)) == ((6, 0), 0))
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


# One press


def kept(shop: Shop, member_id: UUID, **page: str) -> dict[str, Any]:
    payment = shop.order(member_id, **A_CARD)
    shop.decide(payment["payment_id"], "paid", **page)
    until(lambda: shop.stored(payment["payment_id"]).status is PaymentStatus.COMPLETED)
    [saved] = shop.saved(member_id)
    return saved


def test_a_saved_card_pays_with_one_click_and_can_be_removed(shop: Shop) -> None:
    ann = a_member(shop.wired)
    saved = kept(shop, ann)
    assert (saved["brand"], saved["last4"]) == ("mastercard", "6787")

    order_id = str(uuid4())
    with ThreadPoolExecutor(5) as fingers:
        pressed = list(fingers.map(lambda _: shop.press(ann, saved["id"], id=order_id).status_code, range(5)))

    assert pressed == [201] * 5
    until(lambda: balance(shop.wired, ann) == (46, 3))
    assert shop.browser(ann).delete("/api/repeat-order.php", {"saved_method_id": saved["id"]}).status_code == 200
    revoke_removed_methods(shop.wired.unit_of_work, shop.provider)
    assert shop.saved(ann) == []
    assert shop.press(ann, saved["id"]).json["error"]["code"] == "saved_method_unknown"
    assert nothing_is_off(shop.wired)


def test_a_bank_that_asks_for_its_customer_gets_them_on_a_page(shop: Shop, database: Database) -> None:
    ann = a_member(shop.wired)
    saved = kept(shop, ann, again="authentication_required")

    payment = shop.press(ann, saved["id"]).json["payment"]
    assert (payment["status"], payment["one_press"]) == ("requires_action", True)
    assert "/dev/payments/checkout/" in payment["checkout_url"]
    assert balance(shop.wired, ann) == (26, 3)
    assert shop.press(ann, saved["id"]).json["error"]["code"] == "payment_under_way"

    shop.decide(payment["payment_id"], "paid")
    # The provider was asked a moment ago, so this webhook may be left to the worker.
    shop.comes_to(lambda: balance(shop.wired, ann) == (46, 3))
    assert shop.look(ann, payment["payment_id"])["status"] == "completed"
    reconcile(shop.wired.unit_of_work, shop.provider)
    stored = shop.stored(payment["payment_id"])
    assert not {stored.provider_id, stored.earlier_provider_id} & set(dict(findings(database)))
    assert nothing_is_off(shop.wired)


def test_a_refused_card_fails_and_lets_the_next_press_through(shop: Shop) -> None:
    ann = a_member(shop.wired)
    saved = kept(shop, ann)
    shop.behave(recurring="failed")
    assert shop.press(ann, saved["id"]).json["payment"]["status"] == "failed"

    shop.behave()
    assert shop.press(ann, saved["id"]).json["payment"]["status"] == "completed"
    assert balance(shop.wired, ann) == (46, 3)


# Direct debit


def test_direct_debit_from_the_form_to_the_chargeback(shop: Shop) -> None:
    ann, form = a_member(shop.wired), a_debit_form()
    shop.behave(recurring="pending")
    page = shop.browser(ann)
    assert page.post("/api/directdebit.php", form).status_code == 201
    assert page.post("/api/directdebit-code.php", {"id": form["id"], "code": "000000"}).status_code == 422
    signed = page.post("/api/directdebit-code.php", {"id": form["id"], "code": shop.messages.code}).json["saved_method"]
    assert (signed["method"], signed["last4"]) == ("directdebit", "4300")

    payment = shop.press(ann, signed["id"]).json["payment"]
    assert payment["status"] == "pending"
    shop.decide(payment["payment_id"], "paid")
    shop.comes_to(lambda: balance(shop.wired, ann) == (26, 3))
    assert shop.stored(payment["payment_id"]).status is PaymentStatus.COMPLETED

    shop.decide(payment["payment_id"], "charged_back")
    shop.comes_to(lambda: balance(shop.wired, ann) == (6, 3))
    assert shop.saved(ann) == []
    again = a_debit_form(phone="06 87654321")
    assert page.post("/api/directdebit.php", again).json["error"]["code"] == "direct_debit_blocked"
    assert nothing_is_off(shop.wired)


def a_debit_form(**changes: str) -> dict[str, str]:
    return {
        "id": str(uuid4()),
        "account_holder": "A. Tester",
        "iban": "NL91 ABNA 0417 1643 00",
        "street": "Voorbeeldstraat 1",
        "postcode": "3511 AA",
        "city": "Utrecht",
        "country": "NL",
        "phone": "06 12345678",
        **changes,
    }
