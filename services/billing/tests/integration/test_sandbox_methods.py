"""Saved cards and direct debit against the process of the sandbox."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

from billing.domain.payment import PaymentStatus
from billing.tests.makers import a_member, balance, nothing_is_off
from billing.tests.sandbox import Shop, findings
from billing.usecases.reconcile import reconcile
from billing.usecases.save_methods import revoke_removed_methods
from shared.kit.db import Database

from tests.member import until

A_CARD: dict[str, Any] = {"method": "creditcard", "save_method": True}


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
    revoke_removed_methods(shop.wired.unit_of_work, shop.wired.providers)
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
    reconcile(shop.wired.unit_of_work, shop.wired.providers)
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
