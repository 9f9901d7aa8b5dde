from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import AUTHENTICATION_REQUIRED, PaymentStatus
from billing.domain.saved_method import SavedMethod
from billing.errors import PaymentUnderWay, SavedMethodUnknown
from billing.tests.makers import FakeProvider, a_member, balance, nothing_is_off
from billing.usecases.create_payment import step_up
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.open_wallet import open_wallet
from billing.usecases.place_order import OrderForm, place_order
from billing.usecases.repeat_order import RepeatForm, repeat_order
from billing.usecases.save_methods import list_saved_methods, remove_saved_method, revoke_removed_methods
from billing.usecases.settle_payment import create_waiting_payments
from billing.wiring import Wiring
from shared.kit.core import NotFound
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")


def a_saved_card(wired: Wiring, provider: FakeProvider, member_id: UUID) -> SavedMethod:
    """Paid with once, and kept."""
    site = wired.sites.get(wired.default_site)
    form = OrderForm(uuid4(), "p0", "creditcard", True, "en", saves_method=True)
    payment = place_order(wired.unit_of_work(), provider, site, member_id, form, "http://x")
    provider.pay(str(payment.provider_id))
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    [saved] = list_saved_methods(wired.unit_of_work(), member_id)
    return saved


def press(wired: Wiring, provider: FakeProvider, saved: SavedMethod, order_id: UUID | None = None) -> Any:
    site = wired.sites.get(wired.default_site)
    form = RepeatForm(order_id or uuid4(), "p0", saved.id, True, "en")
    return repeat_order(wired.unit_of_work(), provider, site, saved.member_id, form, "http://x")


def test_a_card_is_kept_only_when_its_owner_wants_so(wired: Wiring, provider: FakeProvider) -> None:
    saved = a_saved_card(wired, provider, a_member(wired))

    assert (saved.kind, saved.brand, saved.last4) == ("creditcard", "visa", "4242")


def test_one_press_is_one_payment_however_often_it_is_tried(wired: Wiring, provider: FakeProvider) -> None:
    ann, order_id = a_member(wired), uuid4()
    saved = a_saved_card(wired, provider, ann)

    with ThreadPoolExecutor(8) as threads:
        pressed = list(threads.map(lambda _: press(wired, provider, saved, order_id), range(8)))

    assert {payment.id for payment in pressed} == {order_id}
    assert balance(wired, ann) == (6 + 20 + 20, 3)
    assert nothing_is_off(wired)


def test_of_two_presses_at_once_one_pays(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    provider.again = PaymentStatus.PENDING

    def try_press(_: int) -> str:
        try:
            return str(press(wired, provider, saved).status)
        except PaymentUnderWay:
            return "under way"

    with ThreadPoolExecutor(6) as threads:
        outcomes = sorted(threads.map(try_press, range(6)))

    assert outcomes == ["pending"] + ["under way"] * 5


def test_a_bank_that_asks_gets_its_customer_on_a_page_of_the_same_order(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    provider.again, provider.failure = PaymentStatus.FAILED, AUTHENTICATION_REQUIRED

    payment = press(wired, provider, saved)

    assert (payment.status, payment.provider_id != payment.earlier_provider_id) == (PaymentStatus.REQUIRES_ACTION, True)
    assert payment.checkout_url
    provider.change(str(payment.provider_id), status=PaymentStatus.COMPLETED)
    for provider_id in (payment.earlier_provider_id, payment.provider_id):
        handle_webhook(wired.unit_of_work(), provider, provider_id)
    handle_webhook(wired.unit_of_work(), provider, payment.provider_id)
    assert balance(wired, ann) == (46, 3)


def test_a_step_up_the_provider_could_not_make_is_made_when_the_page_asks(
    wired: Wiring, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    provider.again = PaymentStatus.PENDING
    payment = press(wired, provider, saved)
    provider.change(str(payment.provider_id), status=PaymentStatus.FAILED, failure=AUTHENTICATION_REQUIRED)
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))

    answer = browser.as_member(ann).get("/api/payment.php", id=str(payment.id)).json["payment"]

    assert (answer["status"], answer["one_press"]) == ("requires_action", True)
    assert answer["checkout_url"]
    with wired.unit_of_work() as uow:
        now = uow.payments.get(payment.id)
    site = wired.sites.get(wired.default_site)
    assert step_up(wired.unit_of_work(), provider, site, replace(now, provider_id="tr_old"), "x").id == payment.id


def test_members_come_back_to_their_own_site(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    """However the payment was begun: ordered, pressed, stepped up, or made by the worker after an outage."""
    ann = uuid4()
    iskra = wired.sites.get("iskra")
    with wired.unit_of_work() as uow:
        open_wallet(uow, ann, iskra)
        uow.commit()
    page = browser.at("iskra.localhost").as_member(ann)
    form = {"package_id": "p0", "immediate_delivery": True}
    order = {**form, "id": str(uuid4()), "method": "creditcard", "save_method": True}
    assert page.post("/api/order.php", order).json["payment"]["amount"] == {"value": "34.90", "currency": "PLN"}
    [first] = provider.reports
    provider.pay(first)
    handle_webhook(wired.unit_of_work(), provider, first)
    [saved] = list_saved_methods(wired.unit_of_work(), ann)
    provider.again, provider.failure = PaymentStatus.FAILED, AUTHENTICATION_REQUIRED
    pressed = {**form, "id": str(uuid4()), "saved_method_id": str(saved.id)}
    assert page.post("/api/repeat-order.php", pressed).json["payment"]["status"] == "requires_action"
    provider.is_down = True
    late = {**form, "id": str(uuid4()), "method": "creditcard"}
    assert page.post("/api/order.php", late).status_code == 503
    provider.is_down = False
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET ask_after = now() WHERE provider_id IS NULL"))
    create_waiting_payments(wired.unit_of_work, provider, wired.sites)

    assert len(provider.return_urls) == 4
    assert {url.split("/en/")[0] for url in provider.return_urls.values()} == {"http://iskra.localhost:8080"}


def test_a_refused_card_ends_the_payment_and_frees_the_next(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    provider.again, provider.failure = PaymentStatus.FAILED, "insufficient_funds"
    assert press(wired, provider, saved).status is PaymentStatus.FAILED

    provider.again = PaymentStatus.COMPLETED
    assert press(wired, provider, saved).status is PaymentStatus.COMPLETED


def test_a_press_while_the_provider_is_down_counts_and_is_paid_later(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    provider.is_down = True
    assert press(wired, provider, saved).status is PaymentStatus.OPEN

    provider.is_down = False
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET ask_after = now() WHERE status = 'open'"))
    for _ in range(2):
        create_waiting_payments(wired.unit_of_work, provider, wired.sites)

    assert balance(wired, ann) == (46, 3)
    assert nothing_is_off(wired)


def test_a_removed_method_pays_no_more_and_the_provider_forgets_it(wired: Wiring, provider: FakeProvider) -> None:
    ann = a_member(wired)
    saved = a_saved_card(wired, provider, ann)
    remove_saved_method(wired.unit_of_work(), ann, saved.id)

    with pytest.raises(SavedMethodUnknown):
        press(wired, provider, saved)
    provider.is_down = True
    revoke_removed_methods(wired.unit_of_work, provider)
    assert provider.mandates
    provider.is_down = False
    revoke_removed_methods(wired.unit_of_work, provider)
    assert not provider.mandates
    with pytest.raises(NotFound):
        remove_saved_method(wired.unit_of_work(), ann, saved.id)


def test_someone_elses_method_is_not_there(wired: Wiring, provider: FakeProvider, browser: Browser) -> None:
    saved = a_saved_card(wired, provider, a_member(wired))
    stranger = browser.as_member(a_member(wired))
    order = {"id": str(uuid4()), "package_id": "p0", "saved_method_id": str(saved.id), "immediate_delivery": True}

    assert stranger.get("/api/repeat-order.php").json == {"saved_methods": []}
    assert stranger.post("/api/repeat-order.php", order).json["error"]["code"] == "saved_method_unknown"
    assert stranger.delete("/api/repeat-order.php", {"saved_method_id": str(saved.id)}).status_code == 404
    assert len(list_saved_methods(wired.unit_of_work(), saved.member_id)) == 1


def test_the_providers_ids_are_unreadable_in_the_tables(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    saved = a_saved_card(wired, provider, a_member(wired))

    with database.engine.connect() as connection:
        rows = [
            *connection.execute(text("SELECT row_to_json(s)::text FROM saved_methods s")).scalars(),
            *connection.execute(text("SELECT row_to_json(p)::text FROM payers p")).scalars(),
        ]
    assert len(rows) == 2
    assert not any(name.encode().hex() in row for row in rows for name in (saved.customer_id, saved.mandate_id))
