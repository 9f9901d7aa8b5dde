"""No answer offers a discount to members who cannot buy now: in their own break, or while purchases are stopped."""

from collections.abc import Callable
from typing import Any

import pytest
from billing.storage.tables import AuditFindingRow, SpendingGuardRow
from billing.tests.discounts import a_code
from billing.tests.makers import a_member
from billing.usecases.audit_ledger import acknowledge_findings, audit_ledger
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from sqlalchemy import func, insert, text, update
from sqlalchemy.orm import Session

DISCOUNTS = "/api/discountcode.php"
# Every answer of the API that can hold a discount.
OFFERS: dict[str, Callable[[Browser], Any]] = {
    "welcome": lambda browser: browser.get(DISCOUNTS, welcome="true"),
    "code": lambda browser: browser.get(DISCOUNTS, code="summer"),
    "time bonus by its code": lambda browser: browser.get(DISCOUNTS, code="TIMEBONUS25"),
    "retention": lambda browser: browser.post(DISCOUNTS, {"purpose": "retention"}),
    "prices": lambda browser: browser.get("/api/packages.php"),
    "prices with a code": lambda browser: browser.get("/api/packages.php", discount_code="summer"),
}
with_each_offer = pytest.mark.parametrize("offer", OFFERS.values(), ids=OFFERS.keys())


@pytest.fixture(autouse=True)
def new_member(browser: Browser, wired: Wiring, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new member is logged in, and could use every offer."""
    company = wired.sites.get(wired.default_site).company
    monkeypatch.setitem(company.__dict__, "delete_discount", True)  # the document is frozen
    a_code(database)
    browser.as_member(a_member(wired))


def take_break(browser: Browser) -> None:
    browser.put("/api/spending.php", {"pause_days": 1})


def stop_purchases(database: Database) -> None:
    with Session(database.engine) as session:
        session.execute(insert(AuditFindingRow).values(off={"chains_off": 1}))
        session.commit()


def freeze_wallets(wired: Wiring, database: Database) -> None:
    with Session(database.engine) as session:
        session.execute(text("UPDATE wallets SET balance = balance + 1"))
        session.commit()
    audit_ledger(wired.unit_of_work)


def has_discount(answer: Any) -> bool:
    assert answer.status_code == 200
    if "discount" in answer.json:
        return True
    return any(package["discounted"] for package in answer.json["packages"])


def offers_nothing(answer: Any, refusal: str) -> bool:
    """A page of prices stays one, at the normal prices; every other answer gives the reason."""
    if answer.status_code == 200:
        return bool(answer.json["packages"]) and not has_discount(answer)
    return bool(answer.json["error"]["code"] == refusal)


@with_each_offer
def test_who_can_buy_is_offered_it(browser: Browser, offer: Callable[[Browser], Any]) -> None:
    assert has_discount(offer(browser))


@with_each_offer
def test_nothing_is_offered_during_a_break_and_again_after_it(
    browser: Browser, database: Database, offer: Callable[[Browser], Any]
) -> None:
    take_break(browser)
    assert offers_nothing(offer(browser), "spending_paused")

    with Session(database.engine) as session:  # its end is the database's to say
        session.execute(update(SpendingGuardRow).values(paused_until=func.now()))
        session.commit()
    assert has_discount(offer(browser))


@with_each_offer
def test_nothing_is_offered_while_purchases_are_stopped_and_again_after(
    browser: Browser, wired: Wiring, database: Database, offer: Callable[[Browser], Any]
) -> None:
    stop_purchases(database)
    assert offers_nothing(offer(browser), "purchases_stopped")

    acknowledge_findings(wired.unit_of_work(), "ann", "counted again")
    assert has_discount(offer(browser))


@with_each_offer
def test_nothing_is_offered_to_a_member_whose_wallet_is_frozen_and_again_after(
    browser: Browser, wired: Wiring, database: Database, offer: Callable[[Browser], Any]
) -> None:
    freeze_wallets(wired, database)
    assert offers_nothing(offer(browser), "wallet_frozen")

    acknowledge_findings(wired.unit_of_work(), "ann", "counted again")
    assert has_discount(offer(browser))


@pytest.mark.parametrize("code", ["summer", "guessed", "TIMEBONUS25"])
def test_a_break_says_nothing_about_a_code(browser: Browser, code: str) -> None:
    take_break(browser)

    assert browser.get(DISCOUNTS, code=code).json["error"]["code"] == "spending_paused"


def test_the_break_of_one_member_takes_no_offer_from_another(browser: Browser, wired: Wiring) -> None:
    take_break(browser)
    browser.as_member(a_member(wired))

    assert has_discount(OFFERS["welcome"](browser))
    assert has_discount(OFFERS["prices"](browser))


def test_the_prices_say_why_the_member_cannot_buy_now(browser: Browser, wired: Wiring, database: Database) -> None:
    def cannot_buy() -> Any:
        return browser.get("/api/packages.php").json["cannot_buy"]

    assert cannot_buy() is None

    take_break(browser)
    ends_on = browser.get("/api/spending.php").json["spending"]["paused_until"][:10]
    assert cannot_buy() == {"code": "spending_paused", "until": ends_on}

    freeze_wallets(wired, database)
    assert cannot_buy() == {"code": "wallet_frozen", "until": None}

    stop_purchases(database)
    assert cannot_buy() == {"code": "purchases_stopped", "until": None}
