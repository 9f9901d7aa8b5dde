from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from billing.domain.direct_debit import compact_iban, mobile_number
from billing.tests.makers import FakeMessages, FakeProvider, a_member, balance, eur
from billing.usecases.handle_webhook import handle_webhook
from billing.wiring import Wiring
from flask import Flask
from pairwise.billing.v1.events_pb2 import DirectDebitAnnounced, PaymentReversed
from shared.kit.storage import Database
from shared.kit.storage.tables import OutboxRow
from shared.kit.testing.announced import announced
from shared.kit.testing.together import at_once
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser
from sqlalchemy import select, text
from sqlalchemy.orm import Session

pytestmark = pytest.mark.usefixtures("database")
IBAN, PHONE = "NL91ABNA0417164300", "+31612345678"
IBANS = [IBAN, "DE89370400440532013000", "BE68539007547034", "FR1420041010050500013M02606", "AT611904300234573201"]


def a_form(**changes: Any) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "account_holder": "A. Tester",
        "iban": "nl91 abna 0417 1643 00",
        "street": "Voorbeeldstraat 1",
        "postcode": "3511 AA",
        "city": "Utrecht",
        "country": "NL",
        "phone": "06 12345678",
        **changes,
    }


def code_of(answer: Any) -> str:
    return str(answer.json["error"]["code"])


def signed(browser: Browser, messages: FakeMessages, **changes: Any) -> str:
    """The id of the saved method."""
    form = a_form(**changes)
    assert browser.post("/api/directdebit.php", form).status_code == 201
    answer = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code})
    assert answer.status_code == 200, answer.json
    return str(answer.json["saved_method"]["id"])


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("NL91 ABNA 0417 1643 00", IBAN),
        ("de89370400440532013000", "DE89370400440532013000"),
        ("\u00a0NL91-ABNA.0417 1643 0０\n", IBAN),
        ("NL91ABNA٠417164300", None),
        ("NL91ABNA0417164301", None),
        ("NL91ABNA041716430", None),
        ("BR1500000000000010932840814P2", None),
        ("", None),
        ("XX00", None),
    ],
)
def test_an_iban_has_its_check_digits_and_its_countrys_length(typed: str, found: str | None) -> None:
    assert compact_iban(typed) == found


@pytest.mark.parametrize(
    ("typed", "country", "found"),
    [
        ("06 12345678", "NL", PHONE),
        ("+48 512 345 678", "NL", "+48512345678"),
        ("030 1234567", "NL", None),
        ("hello", "NL", None),
        ("112", "NL", None),
    ],
)
def test_a_number_must_be_able_to_get_messages(typed: str, country: str, found: str | None) -> None:
    assert mobile_number(typed, country) == found


def test_with_the_code_the_account_pays_with_one_press(
    browser: Browser, database: Database, wired: Wiring, provider: FakeProvider, messages: FakeMessages
) -> None:
    ann = a_member(wired)
    form = a_form()
    answer = browser.as_member(ann).post("/api/directdebit.php", form).json["direct_debit"]
    assert (answer["iban_last4"], answer["phone_last4"], answer["tries_left"]) == ("4300", "5678", 5)
    [(number, words)] = messages.sent
    assert (number, messages.code in words) == (PHONE, True)

    saved = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": messages.code}).json["saved_method"]
    assert (saved["method"], saved["last4"]) == ("directdebit", "4300")
    order = {"id": str(uuid4()), "package_id": "p0", "saved_method_id": saved["id"], "immediate_delivery": True}
    assert browser.post("/api/repeat-order.php", order).json["payment"]["status"] == "completed"
    assert balance(wired, ann) == (26, 3)
    [event] = announced(database, DirectDebitAnnounced)
    assert (event.mandate_reference, event.amount) == (answer["mandate_reference"], "9.99")


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


def test_a_message_that_could_not_go_can_be_asked_for_again(
    browser: Browser, wired: Wiring, messages: FakeMessages
) -> None:
    form = a_form()
    messages.is_down = True
    assert browser.as_member(a_member(wired)).post("/api/directdebit.php", form).status_code == 503

    messages.is_down = False
    assert browser.post("/api/directdebit.php", form).status_code == 201
    assert len(messages.sent) == 1


def test_a_provider_that_is_down_keeps_the_signature(
    browser: Browser, wired: Wiring, provider: FakeProvider, messages: FakeMessages
) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)
    confirmation = {"id": form["id"], "code": messages.code}
    provider.is_down = True
    assert browser.post("/api/directdebit-code.php", confirmation).status_code == 503

    provider.is_down = False
    assert browser.post("/api/directdebit-code.php", confirmation).status_code == 200
    assert len(provider.mandates) == 1


def test_an_account_that_was_charged_back_is_blocked_with_its_number(
    browser: Browser, database: Database, wired: Wiring, provider: FakeProvider, messages: FakeMessages
) -> None:
    ann = a_member(wired)
    saved = signed(browser.as_member(ann), messages)
    order = {"id": str(uuid4()), "package_id": "p0", "saved_method_id": saved, "immediate_delivery": True}
    browser.post("/api/repeat-order.php", order)
    [provider_id] = provider.reports
    provider.change(provider_id, returned=eur(999), is_charged_back=True)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET asked_at = NULL"))

    for _ in range(3):
        handle_webhook(wired.unit_of_work(), provider, provider_id)

    assert balance(wired, ann) == (6, 3)
    assert [event.credits for event in announced(database, PaymentReversed)] == [20]
    assert browser.get("/api/repeat-order.php").json == {"saved_methods": []}
    for changes in ({}, {"iban": "DE89370400440532013000"}, {"phone": "0687654321"}):
        refused = browser.as_member(a_member(wired)).post("/api/directdebit.php", a_form(**changes))
        assert (refused.status_code, code_of(refused)) == (403, "direct_debit_blocked")


def test_a_blocked_account_pays_for_nobody(
    browser: Browser, database: Database, wired: Wiring, provider: FakeProvider, messages: FakeMessages
) -> None:
    ann, bo = a_member(wired), a_member(wired)
    theirs = signed(browser.as_member(bo), messages, phone="0687654321")
    mine = signed(browser.as_member(ann), messages)
    order = {"id": str(uuid4()), "package_id": "p0", "saved_method_id": mine, "immediate_delivery": True}
    browser.post("/api/repeat-order.php", order)
    [provider_id] = provider.reports
    provider.give_back(provider_id, is_charged_back=True)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE payments SET asked_at = NULL"))
    handle_webhook(wired.unit_of_work(), provider, provider_id)

    refused = browser.as_member(bo).post(
        "/api/repeat-order.php", {**order, "id": str(uuid4()), "saved_method_id": theirs}
    )

    assert (refused.status_code, code_of(refused)) == (403, "direct_debit_blocked")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"iban": "NL91ABNA0417164301"}, "iban_invalid"),
        ({"iban": "US64SVBKUS6S3300958879"}, "iban_invalid"),
        ({"phone": "030 1234567"}, "phone_invalid"),
        ({"phone": "x" * 31}, "validation_failed"),
        ({"account_holder": ""}, "validation_failed"),
        ({"street": None}, "validation_failed"),
        ({"country": "nl"}, "validation_failed"),
        ({"id": "1"}, "validation_failed"),
        ({"amount": 1}, "validation_failed"),
    ],
)
def test_bad_applications_get_their_error_and_send_nothing(
    browser: Browser, wired: Wiring, messages: FakeMessages, changes: dict[str, Any], code: str
) -> None:
    answer = browser.as_member(a_member(wired)).post("/api/directdebit.php", a_form(**changes))

    assert (answer.status_code, code_of(answer)) == (422, code)
    assert messages.sent == []


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "１２３４５６", None])
def test_a_malformed_code_is_no_attempt(browser: Browser, wired: Wiring, code: Any) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)

    answer = browser.post("/api/directdebit-code.php", {"id": form["id"], "code": code})

    assert code_of(answer) == "validation_failed"
    assert browser.post("/api/directdebit.php", form).json["direct_debit"]["tries_left"] == 5


def test_someone_elses_application_is_not_there(browser: Browser, wired: Wiring, messages: FakeMessages) -> None:
    form = a_form()
    browser.as_member(a_member(wired)).post("/api/directdebit.php", form)

    browser.as_member(a_member(wired))
    assert browser.put("/api/directdebit.php", {"id": form["id"]}).status_code == 404
    confirmation = {"id": form["id"], "code": messages.code}
    assert browser.post("/api/directdebit-code.php", confirmation).status_code == 404


def test_account_and_number_are_nowhere_in_readable_form(
    browser: Browser, database: Database, wired: Wiring, messages: FakeMessages, capsys: pytest.CaptureFixture[str]
) -> None:
    signed(browser.as_member(a_member(wired)), messages)

    with Session(database.engine) as session:
        rows = session.execute(text("SELECT row_to_json(d)::text FROM direct_debits d")).scalars().all()
        events = session.scalars(select(OutboxRow.payload)).all()
    for secret in (IBAN, PHONE, "612345678", "Voorbeeldstraat", "Tester"):
        assert not any(secret in row or secret.encode().hex() in row for row in rows)
        assert not any(secret.encode() in event for event in events)
        assert secret not in "".join(capsys.readouterr())
