"""Codes that prove the number of an application: tries, age, and limits."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from billing.tests.direct_debit import IBAN, a_form, code_of, signed
from billing.tests.makers import FakeMessages, a_member
from billing.wiring import Wiring
from flask import Flask
from shared.kit.db import Database
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import text

pytestmark = pytest.mark.usefixtures("database")


IBANS = [IBAN, "DE89370400440532013000", "BE68539007547034", "FR1420041010050500013M02606", "AT611904300234573201"]


def test_a_retry_sends_no_second_message(browser: Browser, wired: Wiring, messages: FakeMessages) -> None:
    form = a_form()
    browser.as_member(a_member(wired))

    with ThreadPoolExecutor(1) as threads:
        list(threads.map(lambda _: browser.post("/api/directdebit.php", form).status_code, range(3)))

    assert len(messages.sent) == 1
    assert code_of(browser.post("/api/directdebit.php", {**form, "city": "Zeist"})) == "idempotency_key_reused"


def test_a_code_has_five_tries_and_then_works_no_more(browser: Browser, wired: Wiring, messages: FakeMessages) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)
    wrong = "000000" if messages.code != "000000" else "111111"

    answers = [browser.post("/api/directdebit-code.php", {"id": form["id"], "code": wrong}) for _ in range(5)]

    assert [answer.json["error"]["tries_left"] for answer in answers] == [4, 3, 2, 1, 0]
    right = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})
    assert code_of(right) == "code_spent"


def test_a_code_grows_old(browser: Browser, database: Database, wired: Wiring, messages: FakeMessages) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE direct_debits SET code_expires_at = now() - interval '1 second'"))

    spent = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})

    assert code_of(spent) == "code_spent"


def test_another_code_waits_and_replaces_the_first(
    browser: Browser, database: Database, wired: Wiring, messages: FakeMessages
) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)
    first = messages.code
    too_soon = browser.put("/api/directdebit.php", {"id": form["id"]})
    assert (too_soon.status_code, code_of(too_soon)) == (429, "code_too_soon")

    with database.engine.begin() as connection:
        connection.execute(text("UPDATE direct_debits SET code_sent_at = now() - interval '1 minute'"))
    assert browser.put("/api/directdebit.php", {"id": form["id"]}).status_code == 200
    if first != messages.code:
        assert code_of(browser.post("/api/directdebit-code.php", {"id": form["id"], "code": first})) == "code_invalid"
    answer = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})
    assert answer.status_code == 200


def applied(browser: Browser, wired: Wiring, **changes: Any) -> Any:
    """The answer to an application by a member who has none yet."""
    return browser.as_member(a_member(wired)).post("/api/directdebit.php", a_form(**changes))


def test_codes_to_one_number_are_limited_across_members(
    browser: Browser, wired: Wiring, messages: FakeMessages
) -> None:
    answers = [applied(browser, wired) for _ in range(5)]

    assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 2
    assert code_of(answers[-1]) == "direct_debit_limit"
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert len(messages.sent) == 3


def test_a_stranger_cannot_use_up_the_codes_of_my_number_and_account(
    browser: Browser, wired: Wiring, messages: FakeMessages
) -> None:
    for number in range(9):
        browser.from_address(f"198.51.100.{number % 2}")
        applied(browser, wired)
    assert len(messages.sent) == 6

    assert applied(browser.from_address("203.0.113.7"), wired).status_code == 201


def test_the_owner_of_a_proven_number_is_counted_alone(browser: Browser, wired: Wiring, messages: FakeMessages) -> None:
    owner = a_member(wired)
    signed(browser.as_member(owner), messages)
    for network in range(6):
        for _ in range(3):
            applied(browser.from_address(f"198.51.100.{network}"), wired)
    assert len(messages.sent) == 10

    assert browser.as_member(owner).post("/api/directdebit.php", a_form()).status_code == 201


def test_a_member_has_five_codes_a_day_also_at_once(
    app: Flask, keys: KeyPair, wired: Wiring, messages: FakeMessages
) -> None:
    member_id, phones = a_member(wired), [f"06 123456{number}" for number in range(10, 30)]

    def apply(number: int) -> Callable[[], int]:
        browser = Browser(app, keys).as_member(member_id).from_address(f"198.51.100.{number}")
        form = a_form(phone=phones[number], iban=IBANS[number % len(IBANS)])
        return lambda: browser.post("/api/directdebit.php", form).status_code

    statuses = at_once(*(apply(number) for number in range(20)))

    assert sorted(statuses) == [201] * 5 + [429] * 15
    assert len(messages.sent) == 5


@pytest.mark.parametrize("phone", ["+1 202 555 0143", "+44 7400 123456", "+960 771 2345", "+371 21 234 567"])
def test_messages_go_only_to_countries_that_the_site_names(
    browser: Browser, wired: Wiring, messages: FakeMessages, phone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = wired.sites.get(wired.default_site)
    monkeypatch.setattr(site, "__dict__", {**site.__dict__, "sms_countries": ["NL", "DE"]})

    answer = applied(browser, wired, phone=phone)

    assert (answer.status_code, code_of(answer), answer.json["error"]["field"]) == (
        422,
        "phone_country_not_served",
        "phone",
    )
    assert not messages.sent
    # Nothing was counted either.
    assert applied(browser, wired, phone="+49 1512 3456789").status_code == 201


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "１２３４５６", None])
def test_a_malformed_code_is_no_attempt(browser: Browser, wired: Wiring, code: Any) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)

    answer = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": code})

    assert code_of(answer) == "validation_failed"
    assert browser.post("/api/directdebit.php", form).json["direct_debit"]["tries_left"] == 5
