"""The discount of members who are about to delete their account."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from billing.storage.tables import DiscountCodeRow, WalletRow
from billing.tests.makers import FakeProvider, a_member, a_purchase
from billing.usecases.audit_ledger import audit_ledger
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.offer_to_stay import offer_to_stay
from billing.wiring import Wiring
from shared.kit.db import Database
from shared.kit.testing.web import Browser
from shared.sites import Site
from sqlalchemy import func, select, text, update
from sqlalchemy.orm import Session

PATH = "/api/discountcode.php"


@pytest.fixture
def site(wired: Wiring, monkeypatch: pytest.MonkeyPatch) -> Site:
    """The site of the tests, which gives leaving members a discount."""
    site = wired.sites.get(wired.default_site)
    monkeypatch.setitem(site.company.__dict__, "delete_discount", True)  # the document is frozen
    return site


def ask(browser: Browser) -> Any:
    return browser.post(PATH, {"purpose": "retention"})


def pass_time(database: Database, interval: str) -> None:
    with Session(database.engine) as session:
        past = text(f"interval '{interval}'")
        session.execute(update(DiscountCodeRow).values(expires_at=DiscountCodeRow.expires_at - past))
        session.commit()


def order(browser: Browser, code: str) -> Any:
    body = {"id": str(uuid4()), "package_id": "p0", "method": "ideal", "immediate_delivery": True}
    return browser.post("/api/order.php", {**body, "discount_code": code})


@pytest.fixture
def buyer(wired: Wiring, provider: FakeProvider, browser: Browser) -> UUID:
    """A premium member, logged in, whose welcome offer is over."""
    member_id = a_member(wired)
    a_purchase(wired, provider, member_id)
    browser.as_member(member_id, premium=True)
    return member_id


def test_a_leaving_member_has_a_code_of_their_own_for_a_week(browser: Browser, site: Site, buyer: UUID) -> None:
    found = ask(browser).json["discount"]

    assert (found["value_percentage"], found["user_id"], found["reason"]) == (25, str(buyer), "personal")
    assert 604_700 < found["seconds_left"] <= 604_800
    assert ask(browser).json["discount"]["code"] == found["code"]
    assert order(browser, found["code"]).json["payment"]["amount"]["value"] == "7.49"


def test_nobody_else_can_use_it(browser: Browser, wired: Wiring, site: Site, buyer: UUID) -> None:
    code = ask(browser).json["discount"]["code"]

    browser.as_member(a_member(wired))
    assert order(browser, code).json["error"]["code"] == "discount_not_found"


def test_it_is_offered_once(browser: Browser, database: Database, site: Site, buyer: UUID) -> None:
    ask(browser)
    pass_time(database, "8 days")

    assert ask(browser).json["error"]["code"] == "discount_expired"


def test_a_new_member_has_the_welcome_offer_instead(browser: Browser, wired: Wiring, site: Site) -> None:
    browser.as_member(a_member(wired))

    assert ask(browser).json["discount"]["reason"] == "new_member"


def test_a_site_without_it_makes_no_code(browser: Browser, database: Database, buyer: UUID) -> None:
    assert ask(browser).json["error"]["code"] == "discount_not_found"
    assert codes(database) == 0


def test_two_requests_at_once_make_one_code(wired: Wiring, database: Database, site: Site, buyer: UUID) -> None:
    with ThreadPoolExecutor(4) as threads:
        offered = list(threads.map(lambda _: offer_to_stay(wired.unit_of_work(), buyer, site).code, range(4)))

    assert len(set(offered)) == 1
    assert codes(database) == 1


@pytest.mark.parametrize("body", [{}, {"purpose": "anything"}, {"purpose": "retention", "percent": 90}])
def test_bad_requests_make_no_code(browser: Browser, site: Site, buyer: UUID, body: dict[str, Any]) -> None:
    assert browser.post(PATH, body).status_code == 422


def test_once_used_it_is_claimed_no_more(
    browser: Browser, wired: Wiring, provider: FakeProvider, site: Site, buyer: UUID
) -> None:
    payment = order(browser, ask(browser).json["discount"]["code"]).json["payment"]
    provider.pay(provider_id_of(wired, payment["payment_id"]))
    handle_webhook(wired.unit_of_work(), provider, provider_id_of(wired, payment["payment_id"]))

    assert ask(browser).json["error"]["code"] == "discount_used"


def test_a_member_who_never_bought_has_it_once_the_welcome_offer_is_over(
    browser: Browser, wired: Wiring, database: Database, site: Site
) -> None:
    member_id = a_member(wired)
    browser.as_member(member_id)
    with Session(database.engine) as session:
        session.execute(update(WalletRow).values(signed_up_at=func.now() - text("interval '5 hours'")))
        session.commit()

    found = ask(browser).json["discount"]

    assert (found["reason"], found["user_id"], found["value_percentage"]) == ("personal", str(member_id), 25)


def test_an_address_that_is_not_confirmed_makes_no_difference(browser: Browser, wired: Wiring, site: Site) -> None:
    browser.as_member(a_member(wired), state="not_confirmed")

    assert ask(browser).json["discount"]["reason"] == "new_member"


def test_during_a_break_from_buying_nothing_is_offered_and_the_week_does_not_begin(
    browser: Browser, database: Database, site: Site, buyer: UUID
) -> None:
    browser.put("/api/spending.php", {"pause_days": 7})

    refused = ask(browser)

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "spending_paused")
    assert codes(database) == 0


def test_while_the_wallet_is_frozen_nothing_is_offered(
    browser: Browser, wired: Wiring, database: Database, site: Site, buyer: UUID
) -> None:
    with Session(database.engine) as session:
        session.execute(text("UPDATE wallets SET balance = balance + 1"))
        session.commit()
    audit_ledger(wired.unit_of_work)

    refused = ask(browser)

    assert (refused.status_code, refused.json["error"]["code"]) == (403, "wallet_frozen")
    assert codes(database) == 0


def test_a_visitor_is_asked_to_log_in(browser: Browser, database: Database, site: Site) -> None:
    assert ask(browser).json["error"]["code"] == "authentication_required"
    assert codes(database) == 0


def codes(database: Database) -> int:
    with Session(database.engine) as session:
        return session.scalar(select(func.count()).select_from(DiscountCodeRow)) or 0


def provider_id_of(wired: Wiring, payment_id: str) -> str:
    with wired.unit_of_work() as uow:
        provider_id = uow.payments.get(UUID(payment_id)).provider_id
    assert provider_id is not None
    return provider_id
