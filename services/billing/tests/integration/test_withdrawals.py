from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID, uuid4

import pytest
from billing.errors import NotEnoughCredits
from billing.tests.makers import FakeProvider, a_charge, a_member, a_purchase, balance, debt, eur, nothing_is_off
from billing.usecases.handle_webhook import handle_webhook
from billing.usecases.withdraw import pay_refunds
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import WithdrawalReceived
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")


def withdraw(browser: Browser, payment_id: UUID, refund_id: UUID | None = None) -> tuple[int, str]:
    answer = browser.post("/api/withdrawal.php", {"id": str(refund_id or uuid4()), "payment_id": str(payment_id)})
    return answer.status_code, "" if answer.status_code == 201 else answer.json["error"]["code"]


def age(database: Database, interval: str) -> None:
    with database.engine.begin() as connection:
        change = "UPDATE payments SET decided_at = now() - CAST(:ago AS interval), asked_at = NULL"
        connection.execute(text(change), {"ago": interval})


def test_unused_credits_go_and_their_price_comes_back_once(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 6):  # three are free; six gift credits and six bought ones go
        a_charge(wired, ann)
    [offer] = browser.as_member(ann).get("/api/withdrawal.php").json["purchases"]
    assert (offer["unused_credits"], offer["refund"]["value"]) == (14, "7.00")
    refund_id = uuid4()

    assert [withdraw(browser, payment.id, refund_id) for _ in range(2)] == [(201, "")] * 2
    for _ in range(2):
        pay_refunds(wired.unit_of_work, provider)

    assert balance(wired, ann) == (0, 0)
    assert provider.refunds == {f"re_{refund_id.hex}": (str(payment.provider_id), eur(700))}
    [event] = announced(database, WithdrawalReceived)
    assert (event.credits, event.amount, event.refund_id) == (14, "7.00", str(refund_id))
    [done] = browser.get("/api/withdrawal.php").json["purchases"]
    assert (done["withdrawn"]["paid"], done["unused_credits"]) == (True, 0)
    assert browser.get("/api/spending.php").json["spending"]["spent_today"]["value"] == "2.99"
    # The provider's report of our own refund changes nothing.
    age(database, "1 day")
    handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))
    assert balance(wired, ann) == (0, 0)
    assert nothing_is_off(wired)


def test_who_bought_nothing_is_told_apart_from_who_is_too_late(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    assert browser.as_member(ann).get("/api/withdrawal.php").json == {"purchases": [], "has_bought": False}
    a_purchase(wired, provider, ann)
    assert browser.get("/api/withdrawal.php").json["has_bought"]

    age(database, "1 year")

    assert browser.get("/api/withdrawal.php").json == {"purchases": [], "has_bought": True}
    assert not browser.as_member(a_member(wired)).get("/api/withdrawal.php").json["has_bought"]


def test_all_unused_brings_all_back(wired: Wiring, provider: FakeProvider, browser: Browser) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)

    assert withdraw(browser.as_member(ann), payment.id) == (201, "")
    pay_refunds(wired.unit_of_work, provider)

    assert [amount for _, amount in provider.refunds.values()] == [eur(999)]
    assert balance(wired, ann) == (6, 3)


def test_withdrawing_and_spending_at_once_make_no_credit(
    wired: Wiring, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    browser.as_member(ann)

    def do(number: int) -> None:
        if number % 2:
            withdraw(browser, payment.id)
        else:
            # A request after the credits are gone is refused, and that is fine.
            with suppress(NotEnoughCredits):
                a_charge(wired, ann)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(do, range(16)))
    pay_refunds(wired.unit_of_work, provider)

    assert len(provider.refunds) == 1
    assert nothing_is_off(wired)


def test_withdrawing_twice_at_once_is_answered_twice_and_done_once(
    wired: Wiring, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    refund_id = uuid4()
    browser.as_member(ann)

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda _: withdraw(browser, payment.id, refund_id), range(4)))
    pay_refunds(wired.unit_of_work, provider)

    assert answers == [(201, "")] * 4
    assert list(provider.refunds.values()) == [(payment.provider_id, eur(999))]


def test_a_chargeback_after_a_withdrawal_takes_the_rest(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 6):
        a_charge(wired, ann)
    withdraw(browser.as_member(ann), payment.id)
    pay_refunds(wired.unit_of_work, provider)

    # The bank takes the whole sum back, on top of our refund.
    provider.change(str(payment.provider_id), returned=eur(700 + 999), is_charged_back=True)
    age(database, "1 day")
    for _ in range(2):
        handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))

    assert (balance(wired, ann), debt(wired, ann)) == ((0, 0), 6)
    assert nothing_is_off(wired)


def test_two_purchases_do_not_give_the_same_credits_back(
    wired: Wiring, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    first, second = a_purchase(wired, provider, ann), a_purchase(wired, provider, ann, "p1")
    for _ in range(3 + 25):
        a_charge(wired, ann)
    browser.as_member(ann)
    assert sum(each["unused_credits"] for each in browser.get("/api/withdrawal.php").json["purchases"]) == 26

    withdraw(browser, second.id)
    assert withdraw(browser, first.id) == (409, "nothing_to_withdraw")
    assert balance(wired, ann)[0] == 0


def test_after_the_days_the_site_gives_nothing_is_offered(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    age(database, "15 days")

    assert browser.as_member(ann).get("/api/withdrawal.php").json["purchases"] == []
    assert withdraw(browser, payment.id) == (409, "nothing_to_withdraw")


def test_someone_elses_purchase_is_not_there(wired: Wiring, provider: FakeProvider, browser: Browser) -> None:
    payment = a_purchase(wired, provider, a_member(wired))

    assert withdraw(browser.as_member(a_member(wired)), payment.id) == (404, "not_found")


def test_a_refund_waits_for_a_provider_that_is_down(
    wired: Wiring, database: Database, provider: FakeProvider, browser: Browser
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    withdraw(browser.as_member(ann), payment.id)
    provider.is_down = True
    pay_refunds(wired.unit_of_work, provider)
    provider.is_down = False
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE refunds SET ask_after = now()"))
    pay_refunds(wired.unit_of_work, provider)

    assert len(provider.refunds) == 1


def test_a_chargeback_after_credits_were_spent_is_debt_and_no_minus(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for _ in range(3 + 10):
        a_charge(wired, ann)
    provider.change(str(payment.provider_id), returned=eur(999), is_charged_back=True)
    age(database, "1 day")

    for _ in range(3):
        handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))

    assert balance(wired, ann) == (0, 0)
    with wired.unit_of_work() as uow:
        assert uow.wallets.get(ann).debt == 14
    assert nothing_is_off(wired)


def test_a_refund_made_at_the_provider_takes_its_share(
    wired: Wiring, database: Database, provider: FakeProvider
) -> None:
    ann = a_member(wired)
    payment = a_purchase(wired, provider, ann)
    for returned in (500, 999):
        provider.change(str(payment.provider_id), returned=eur(returned))
        age(database, "1 day")
        handle_webhook(wired.unit_of_work(), provider, str(payment.provider_id))

    assert balance(wired, ann) == (6, 3)
    assert nothing_is_off(wired)
