"""Text messages to people chosen for dates, and reports of the provider about every one."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from flask import Flask
from notifications.domain.text_message import QueuedText, TextPurpose
from notifications.ports import DateContact
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakeTextMessages, FakeVisibility, a_recipient
from notifications.tests.gathering import BO, Handle, mails
from notifications.tests.pushing import change
from notifications.text_renderer import TextRenderer
from notifications.usecases.send_emails import send_emails
from notifications.usecases.send_texts import send_texts
from notifications.wiring import Wiring
from pairwise.billing.v1.events_pb2 import TextMessageSent
from pairwise.notifications.v1.events_pb2 import DateContactUnreached
from pairwise.profiles.v1.events_pb2 import DateCheckInCleared, DateCheckInMissed
from shared.kit.core import faults
from shared.kit.db import Database
from shared.kit.testing.announced import announced
from shared.kit.testing.web import Browser
from shared.languages import LOCALES
from shared.sites import SiteDirectory
from shared.text_messages import gsm
from shared.text_messages.message import TextNotSent, TextOutcomeUnknown, TextRefused
from shared.text_messages.reports import twilio_signature
from sqlalchemy import text

PLAN, PHONE, TOKEN = uuid4(), "+31612345678", "token-of-twilio"
WORDS = {
    "to": "",
    "name": "Mia",
    "maker": "Ann",
    "token": "A" * 22,
    "refusal_token": "r",
    "time_zone": "Europe/Amsterdam",
}
FINE = {**WORDS, "fine_at": "2026-06-01T20:45:00+00:00"}
MISSED = QueuedText(PLAN, PLAN, BO, TextPurpose.DATE_MISSED, False)
CLEARED = QueuedText(uuid4(), PLAN, BO, TextPurpose.DATE_FINE, False)

Report = Callable[..., int]


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts, visibility: FakeVisibility) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}
    visibility.date_contacts = {PLAN: DateContact("pairwise", "en", dict(WORDS), PHONE)}


@pytest.fixture
def report(app: Flask) -> Report:
    def post(status: str, message_id: UUID = PLAN, token: str = TOKEN) -> int:
        fields = {"MessageSid": "SM1", "MessageStatus": status}
        address = f"/api/sms-webhook.php?id={message_id}"
        signature = twilio_signature(token, f"https://pairwise.test{address}", fields)
        headers = {"X-Twilio-Signature": signature}
        return app.test_client().post(address, data=fields, headers=headers).status_code

    return post


def miss(handle: Handle, wired: Wiring) -> None:
    handle(DateCheckInMissed(plan_id=str(PLAN), member_id=str(BO)))
    send_emails(wired.email_delivery())


def states(database: Database) -> list[tuple[Any, ...]]:
    with database.engine.connect() as connection:
        rows = connection.execute(
            text("SELECT member_id, purpose, state, reason FROM text_messages ORDER BY created_at")
        )
        return [tuple(row) for row in rows]


def later(database: Database) -> None:
    change(database, "UPDATE text_messages SET next_try_at = now()")


def assert_ok(status: int) -> None:
    assert status == 200


def told(database: Database) -> int:
    """How often the member was told that nobody was reached."""
    assert len(announced(database, DateContactUnreached)) == [one[0] for one in mails(database)].count("date_unreached")
    return len(announced(database, DateContactUnreached))


def test_the_person_gets_one_text_message_and_no_email(
    wired: Wiring,
    handle: Handle,
    database: Database,
    mail_server: FakeMailServer,
    text_messages: FakeTextMessages,
    report: Report,
) -> None:
    miss(handle, wired)
    for _ in range(2):
        send_texts(wired.text_delivery())

    [message] = text_messages.sent
    assert (message.id, message.to, message.sender, message.account) == (PLAN, PHONE, "Pairwise", "")
    assert message.text.startswith("Please check on Ann")
    assert message.text.endswith(f"https://pairwise.test/en/plan#token={'A' * 22}")
    assert mail_server.sent == []
    assert states(database) == [(BO, "date_missed", "sent", None)]

    assert [report("delivered"), report("failed"), report("sent")] == [200, 200, 200]
    assert states(database) == [(BO, "date_missed", "delivered", None)]
    assert told(database) == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_the_text_fits_in_one_message_in_each_language(wired: Wiring, locale: str) -> None:
    words = {**WORDS, "maker": "Maximiliana-Konstantina é Ž"}
    message = wired.texts.to_date_contact(MISSED, DateContact("pairwise", locale, words, PHONE))

    assert gsm.length(message.text) <= 160
    assert set(message.text) <= gsm.BASIC
    # An address of forty characters has room, too.
    assert len(message.text) - len("pairwise.test") + 40 <= 160 or "Maximiliana-K" in message.text
    assert f"/plan#token={'A' * 22}" in message.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("zone", ["Europe/Amsterdam", "America/Argentina/Buenos_Aires", "Asia/Ho_Chi_Minh"])
def test_the_text_that_all_is_well_fits_in_one_message(wired: Wiring, locale: str, zone: str) -> None:
    def said(maker: str) -> str:
        words = {**FINE, "maker": maker, "time_zone": zone}
        return wired.texts.to_date_contact(CLEARED, DateContact("pairwise", locale, words, PHONE)).text

    for message in (said("Maximiliana-K é Ž"), said("Anna-Maria von und zu " + "k" * 28)):
        assert gsm.length(message) <= 160
        assert set(message) <= gsm.BASIC
    assert "Maximiliana-K" in said("Maximiliana-K é Ž")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_longest_name_is_shortened_until_its_message_fits(wired: Wiring, locale: str) -> None:
    site = wired.sites.get("pairwise")
    site = site.located("pairwise", f"https://{'d' * 36}.com", site.brand)
    renderer = TextRenderer(wired.mail_texts, cast(SiteDirectory, SimpleNamespace(get=lambda _: site)))
    words = {**WORDS, "maker": "Anna-Maria von und zu " + "k" * 18}
    message = renderer.to_date_contact(MISSED, DateContact("pairwise", locale, words, PHONE))

    assert gsm.length(message.text) <= 160
    assert "Anna" in message.text
    assert f"{'d' * 36}.com" in message.text


@pytest.mark.parametrize("reason", ["number", "message"])
def test_a_refused_number_is_told_to_the_member_once(
    wired: Wiring, handle: Handle, database: Database, text_messages: FakeTextMessages, report: Report, reason: str
) -> None:
    text_messages.fails = TextRefused(reason)
    miss(handle, wired)
    send_texts(wired.text_delivery())
    later(database)
    send_texts(wired.text_delivery())
    report("failed")

    assert states(database) == [(BO, "date_missed", "failed", reason)]
    assert told(database) == 1


def test_a_report_of_failure_is_told_to_the_member_once(
    wired: Wiring, handle: Handle, database: Database, report: Report
) -> None:
    miss(handle, wired)
    send_texts(wired.text_delivery())

    assert [report("undelivered"), report("undelivered"), report("sent")] == [200, 200, 200]

    assert states(database) == [(BO, "date_missed", "failed", None)]
    assert told(database) == 1
    assert report("undelivered", token="another-token") == 403


def test_what_did_not_leave_is_tried_again_until_it_is_too_late(
    wired: Wiring, handle: Handle, database: Database, text_messages: FakeTextMessages, visibility: FakeVisibility
) -> None:
    text_messages.fails = TextNotSent()
    miss(handle, wired)
    assert send_texts(wired.text_delivery()) == 0
    later(database)
    visibility.is_down = True
    assert send_texts(wired.text_delivery()) == 0
    assert states(database) == [(BO, "date_missed", "queued", None)]
    visibility.is_down = False

    change(database, "UPDATE text_messages SET next_try_at = now(), created_at = now() - interval '31 minutes'")
    send_texts(wired.text_delivery())

    assert states(database) == [(BO, "date_missed", "failed", "late")]
    assert told(database) == 1


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("status", ["", "delivered"])
def test_an_outcome_that_nobody_knows_is_not_sent_again(
    wired: Wiring,
    handle: Handle,
    database: Database,
    text_messages: FakeTextMessages,
    report: Report,
    dies: bool,
    status: str,
) -> None:
    miss(handle, wired)
    if dies:
        with faults.raising("notifications.texts.sent"), pytest.raises(faults.Fault):
            send_texts(wired.text_delivery())
    else:
        text_messages.fails = TextOutcomeUnknown()
        send_texts(wired.text_delivery())
        text_messages.fails = None
    if status:
        report(status)
    later(database)
    send_texts(wired.text_delivery())

    assert len(text_messages.sent) == int(dies)
    assert states(database) == [(BO, "date_missed", status or "unknown", None)]
    assert told(database) == (0 if status else 1)


def test_a_report_that_overtakes_the_answer_stays(
    wired: Wiring, handle: Handle, database: Database, text_messages: FakeTextMessages, report: Report
) -> None:
    text_messages.before = lambda: assert_ok(report("undelivered"))
    miss(handle, wired)
    send_texts(wired.text_delivery())

    assert states(database) == [(BO, "date_missed", "failed", None)]
    assert told(database) == 1


def test_nothing_is_sent_after_the_plan_has_ended(
    wired: Wiring, handle: Handle, database: Database, text_messages: FakeTextMessages, visibility: FakeVisibility
) -> None:
    miss(handle, wired)
    visibility.date_contacts = {}
    send_texts(wired.text_delivery())

    assert (states(database), text_messages.sent) == ([(BO, "date_missed", "suppressed", "gone")], [])
    assert told(database) == 0


@pytest.mark.parametrize("report_comes_first", [False, True])
def test_support_sees_what_became_of_a_code(
    browser: Browser,
    handle: Handle,
    database: Database,
    visibility: FakeVisibility,
    report: Report,
    report_comes_first: bool,
) -> None:
    code_id = uuid4()
    event = TextMessageSent(message_id=str(code_id), member_id=str(BO), purpose="direct_debit_code", state="sent")
    if report_comes_first:
        report("undelivered", code_id)
    handle(event)
    report("undelivered", code_id)
    visibility.opened = {BO}

    answer = browser.as_member(uuid4(), support=True).get("/api/support-mails.php", id=BO).json

    [shown] = answer["texts"]
    assert (shown["purpose"], shown["state"]) == ("direct_debit_code", "failed")
    assert told(database) == 0


def clear(handle: Handle, wired: Wiring, database: Database) -> None:
    """The member answers after all, and every worker runs once."""
    handle(DateCheckInCleared(plan_id=str(PLAN), member_id=str(BO)))
    change(database, "UPDATE mails SET next_try_at = now(), claimed_until = NULL")
    send_emails(wired.email_delivery())
    later(database)
    send_texts(wired.text_delivery())


def test_a_person_who_was_texted_is_texted_that_all_is_well(
    wired: Wiring,
    handle: Handle,
    database: Database,
    visibility: FakeVisibility,
    text_messages: FakeTextMessages,
    mail_server: FakeMailServer,
    report: Report,
) -> None:
    miss(handle, wired)
    send_texts(wired.text_delivery())
    visibility.date_contacts = {PLAN: DateContact("pairwise", "en", FINE, PHONE)}
    for _ in range(2):
        clear(handle, wired, database)

    [_, message] = text_messages.sent
    assert message.text.startswith("Ann answered on Jun 1, 10:45 PM (Amsterdam): I'm fine.")
    assert (message.to, mail_server.sent) == (PHONE, [])
    assert states(database) == [(BO, "date_missed", "sent", None), (BO, "date_fine", "sent", None)]

    assert report("undelivered", message.id) == 200
    assert told(database) == 1
    [event] = announced(database, DateContactUnreached)
    assert (event.plan_id, event.member_id) == (str(PLAN), str(BO))


def test_of_a_text_that_has_not_left_the_answer_takes_the_place(
    wired: Wiring,
    handle: Handle,
    database: Database,
    visibility: FakeVisibility,
    text_messages: FakeTextMessages,
) -> None:
    text_messages.fails = TextNotSent()
    miss(handle, wired)
    send_texts(wired.text_delivery())
    text_messages.fails = None
    visibility.date_contacts = {PLAN: DateContact("pairwise", "en", FINE, PHONE)}
    for _ in range(2):
        clear(handle, wired, database)

    assert text_messages.sent == []
    assert states(database) == [(BO, "date_missed", "suppressed", "fine")]
    assert ("date_fine", "suppressed", "first_not_sent") in mails(database)
    assert told(database) == 0
