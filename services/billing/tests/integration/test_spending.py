from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.domain.payment import PaymentStatus
from billing.storage.tables import SpendingGuardRow
from billing.tests.makers import FakeProvider, a_member, an_order, balance, eur, nothing_is_off
from billing.usecases.handle_webhook import handle_webhook
from billing.wiring import Wiring
from shared.kit.core import Refusal
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from sqlalchemy import func, text, update
from sqlalchemy.orm import Session


def put(browser: Browser, **body: Any) -> Any:
    return browser.send("PUT", "/api/spending.php", body).json["spending"]


def order(browser: Browser, package_id: str = "p0", **more: str) -> Any:
    body = {"id": str(uuid4()), "package_id": package_id, "method": "ideal", "immediate_delivery": True}
    return browser.post("/api/order.php", {**body, **more})


def pay(browser: Browser, provider: FakeProvider, ordered: Any, status: PaymentStatus = PaymentStatus.COMPLETED) -> Any:
    """Answer at the checkout page of this order; returns the order afterwards."""
    payment_id = ordered.json["payment"]["payment_id"]
    provider.change(f"tr_{UUID(payment_id).hex}", status=status)
    return browser.get("/api/payment.php", id=payment_id).json["payment"]


def status_of(browser: Browser, ordered: Any) -> Any:
    return browser.get("/api/payment.php", id=ordered.json["payment"]["payment_id"]).json["payment"]["status"]


def a_day_passes(database: Database) -> None:
    with Session(database.engine) as session:
        day = text("interval '24 hours'")
        session.execute(
            update(SpendingGuardRow).values(
                daily_next_from=SpendingGuardRow.daily_next_from - day,
                monthly_next_from=SpendingGuardRow.monthly_next_from - day,
                paused_until=SpendingGuardRow.paused_until - day,
            )
        )
        session.commit()


def test_without_limits_no_order_is_refused(browser: Browser) -> None:
    browser.as_member(uuid4())

    assert browser.get("/api/spending.php").json["spending"] == {
        "daily": {"value": None, "next": None, "next_from": None},
        "monthly": {"value": None, "next": None, "next_from": None},
        "paused_until": None,
        "spent_today": {"value": "0.00", "currency": "EUR"},
        "spent_this_month": {"value": "0.00", "currency": "EUR"},
    }
    assert order(browser, "p3").status_code == 201


def test_a_lower_limit_holds_at_once_a_higher_one_tomorrow(
    browser: Browser, database: Database, provider: FakeProvider
) -> None:
    browser.as_member(uuid4())

    assert put(browser, daily="15.00")["daily"]["value"]["value"] == "15.00"
    pay(browser, provider, order(browser))
    refusal = order(browser)
    assert (refusal.status_code, refusal.json["error"]["code"]) == (403, "daily_limit_reached")
    raised = put(browser, daily="50")["daily"]
    assert (raised["value"]["value"], raised["next"]["value"]) == ("15.00", "50.00")
    assert order(browser).status_code == 403
    a_day_passes(database)
    pay(browser, provider, order(browser))
    assert put(browser, daily=None)["daily"]["next"] is None
    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "19.98"


def test_the_month_counts_apart_from_the_day(browser: Browser, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    put(browser, daily="100", monthly="20")

    pay(browser, provider, order(browser, "p1"))
    assert order(browser).json["error"]["code"] == "monthly_limit_reached"


def test_failed_payments_do_not_count_against_limits(browser: Browser, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    put(browser, daily="10")
    first = order(browser).json["payment"]
    [provider_id] = provider.reports
    provider.change(provider_id, status=PaymentStatus.FAILED)
    browser.get("/api/payment.php", id=first["payment_id"])

    assert order(browser).status_code == 201


def test_an_order_nobody_paid_makes_room_for_the_next(browser: Browser, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    put(browser, daily="15")
    left = order(browser)

    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "0.00"
    assert order(browser).status_code == 201
    assert status_of(browser, left) == "cancelled"


def test_a_bank_transfer_on_its_way_counts_and_is_not_cancelled(browser: Browser) -> None:
    browser.as_member(uuid4())
    put(browser, daily="15")
    transfer = order(browser, method="banktransfer")

    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "9.99"
    assert order(browser).json["error"]["code"] == "daily_limit_reached"
    assert status_of(browser, transfer) == "open"


def test_orders_with_room_for_both_stay_open(browser: Browser) -> None:
    browser.as_member(uuid4())
    put(browser, daily="25")
    left = order(browser)

    assert order(browser).status_code == 201
    assert status_of(browser, left) == "open"


def test_an_order_that_is_too_large_by_itself_leaves_the_open_one(browser: Browser) -> None:
    browser.as_member(uuid4())
    put(browser, daily="15")
    left = order(browser)

    assert order(browser, "p2").json["error"]["code"] == "daily_limit_reached"
    assert status_of(browser, left) == "open"


def test_a_payment_that_is_processed_counts(browser: Browser, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    put(browser, daily="15")
    assert pay(browser, provider, order(browser), PaymentStatus.PENDING)["status"] == "pending"

    assert order(browser).json["error"]["code"] == "daily_limit_reached"


def test_money_for_a_replaced_order_goes_back_when_the_limit_has_no_room(
    browser: Browser, wired: Wiring, provider: FakeProvider
) -> None:
    browser.as_member(ann := uuid4())
    put(browser, daily="15")
    first, second = order(browser), order(browser)
    pay(browser, provider, second)
    paid = balance(wired, ann)

    handle_webhook(wired.unit_of_work(), provider, paid_late(provider, first))

    assert balance(wired, ann) == paid
    with wired.unit_of_work() as uow:
        assert uow.payments.get(UUID(first.json["payment"]["payment_id"])).returned == eur(999)
    assert nothing_is_off(wired)
    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "9.99"


def test_money_for_a_replaced_order_counts_when_its_successor_was_never_paid(
    browser: Browser, wired: Wiring, provider: FakeProvider
) -> None:
    browser.as_member(ann := uuid4())
    put(browser, daily="15")
    first, _ = order(browser), order(browser)

    handle_webhook(wired.unit_of_work(), provider, paid_late(provider, first))

    assert balance(wired, ann) == (26, 3)
    assert order(browser).json["error"]["code"] == "daily_limit_reached"
    assert nothing_is_off(wired)


def paid_late(provider: FakeProvider, ordered: Any) -> str:
    provider_id = f"tr_{UUID(ordered.json['payment']['payment_id']).hex}"
    provider.pay(provider_id)
    return provider_id


def test_starting_again_with_a_discount_counts_once(browser: Browser, provider: FakeProvider) -> None:
    browser.as_member(uuid4())
    put(browser, daily="10")

    assert order(browser, discount_code="WELCOME25").status_code == 201
    pay(browser, provider, order(browser, discount_code="WELCOME25"))
    assert order(browser).json["error"]["code"] == "daily_limit_reached"
    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "7.49"


def test_a_pause_ends_by_itself_and_never_sooner(browser: Browser, database: Database) -> None:
    browser.as_member(uuid4())
    paused = put(browser, pause_days=7)["paused_until"]

    assert order(browser).json["error"]["code"] == "spending_paused"
    assert put(browser, pause_days=1)["paused_until"] == paused
    for _ in range(7):
        a_day_passes(database)
    assert order(browser).status_code == 201


def test_orders_at_once_do_not_share_the_same_room(wired: Wiring, database: Database, provider: FakeProvider) -> None:
    ann: UUID = a_member(wired)
    with Session(database.engine) as session:
        session.add(SpendingGuardRow(member_id=ann, daily=25, checked_at=func.now()))
        session.commit()

    def try_one(_: int) -> bool:
        try:
            an_order(wired, provider, ann)
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        # Each has room once the unpaid ones before it are cancelled, and two at most are left.
        assert all(threads.map(try_one, range(8)))
    with wired.unit_of_work() as uow:
        assert uow.spending.ordered(ann, "EUR").today == eur(2 * 999)


def test_limits_are_in_the_members_currency(browser: Browser, wired: Wiring, database: Database) -> None:
    ann = a_member(wired)
    with Session(database.engine) as session:
        session.execute(text("UPDATE wallets SET country = 'PL'"))
        session.commit()
    browser.as_member(ann)

    assert put(browser, daily="50")["daily"]["value"] == {"value": "50.00", "currency": "PLN"}
    body = {"id": str(uuid4()), "package_id": "p1", "method": "blik", "immediate_delivery": True}
    assert browser.post("/api/order.php", body).json["error"]["code"] == "daily_limit_reached"


@pytest.mark.parametrize(
    "body", [{"daily": "-1"}, {"daily": "1e3"}, {"daily": 10}, {"monthly": "1.234"}, {"pause_days": 2}, {"paused": 1}]
)
def test_bad_limits_change_nothing(browser: Browser, body: dict[str, Any]) -> None:
    browser.as_member(uuid4())

    assert browser.send("PUT", "/api/spending.php", body).status_code == 422
