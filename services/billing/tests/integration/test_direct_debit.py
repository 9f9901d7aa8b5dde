from typing import Any
from uuid import uuid4

import pytest
from billing.domain.direct_debit import compact_iban
from billing.tests.direct_debit import IBAN, PHONE, a_form, code_of, signed
from billing.tests.makers import FakeMessages, FakeProvider, a_member, balance, eur
from billing.usecases.handle_webhook import handle_webhook
from billing.wiring import Wiring
from pairwise.billing.v1.events_pb2 import DirectDebitAnnounced, PaymentReversed, TextMessageSent
from shared.kit.db import Database, OutboxRow
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.text_messages.message import TextNotSent, TextOutcomeUnknown, TextRefused
from sqlalchemy import select, text
from sqlalchemy.orm import Session

pytestmark = pytest.mark.usefixtures("database")


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


def test_a_message_that_could_not_go_can_be_asked_for_again(
    browser: Browser, wired: Wiring, messages: FakeMessages
) -> None:
    form = a_form()
    messages.refuses = TextNotSent()
    assert browser.as_member(a_member(wired)).post("/api/directdebit.php", form).status_code == 503

    messages.refuses = None
    assert browser.post("/api/directdebit.php", form).status_code == 201
    assert len(messages.sent) == 1


@pytest.mark.parametrize(
    ("refusal", "status", "error", "state"),
    [
        (None, 201, None, "sent"),
        # It may have gone out: the member asks for another one if it does not come.
        (TextOutcomeUnknown(), 201, None, "unknown"),
        (TextNotSent(), 503, "unavailable", "failed"),
        (TextRefused("message"), 503, "unavailable", "failed"),
        (TextRefused("number"), 422, "phone_invalid", "failed"),
    ],
)
def test_what_became_of_the_message_is_announced(
    browser: Browser,
    wired: Wiring,
    messages: FakeMessages,
    database: Database,
    refusal: Exception | None,
    status: int,
    error: str | None,
    state: str,
) -> None:
    messages.refuses = refusal
    ann = a_member(wired)

    answer = browser.as_member(ann).post("/api/directdebit.php", a_form())

    assert (answer.status_code, answer.json.get("error", {}).get("code")) == (status, error)
    [event] = announced(database, TextMessageSent)
    assert (event.member_id, event.purpose, event.state) == (str(ann), "direct_debit_code", state)


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
