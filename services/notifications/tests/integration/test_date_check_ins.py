"""Check-ins of dates: the member is asked, and the person they chose gets one email."""

from uuid import UUID, uuid4

import psycopg
import pytest
from notifications.ports import AddressRejected, DateContact, OutgoingEmail
from notifications.storage.data_inventory import DATA_INVENTORY
from notifications.tests.fakes import (
    FakeContacts,
    FakeMailServer,
    FakePushServices,
    FakeVisibility,
    a_recipient,
)
from notifications.tests.gathering import BO, Handle, mails, subjects, text
from notifications.tests.pushing import PHONE, change, push_all, subscribe
from notifications.usecases.record_delivery_reports import DeliveryReport, record_delivery_reports
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.profiles.v1.events_pb2 import DateCheckInDue, DateCheckInMissed
from shared.kit.db import Database
from shared.privacy import erase

PLAN = uuid4()
WORDS = {
    "to": "mia@friend.example",
    "name": "Mia",
    "maker": "Ann",
    "partner": "Bo <b>",
    "place": "Café Noord",
    "meets_at": "2026-06-01T18:15:00+00:00",
    "time_zone": "Europe/Amsterdam",
    "note": "Red bag",
    "token": "plan-secret",
    "refusal_token": "refusal.abc.def",
}


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts, visibility: FakeVisibility) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}
    visibility.date_contacts = {PLAN: DateContact("pairwise", "de", dict(WORDS))}


def missed() -> DateCheckInMissed:
    return DateCheckInMissed(plan_id=str(PLAN), member_id=str(BO))


def test_the_member_is_asked_whatever_they_turned_off(
    wired: Wiring,
    handle: Handle,
    mail_server: FakeMailServer,
    push_services: FakePushServices,
    database: Database,
) -> None:
    subscribe(wired, BO, PHONE)
    change(database, "INSERT INTO suppressions (member_id, reason) VALUES (%s, 'unsubscribed')", BO)
    change(database, "INSERT INTO activities (member_id) VALUES (%s)", BO)

    handle(DateCheckInDue(plan_id=str(PLAN), member_id=str(BO)))
    send_emails(wired.email_delivery())
    push_all(wired, database)

    assert subjects(mail_server) == ["Are you all right?"]
    assert "https://pairwise.test/en/date-plan" in text(mail_server.sent[0])
    assert [content.body for _, content in push_services.sent] == ["Are you all right? Please answer"]


def test_the_person_gets_one_email_with_the_plan_in_the_language_of_the_member(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer
) -> None:
    for _ in range(2):
        handle(missed())
        send_emails(wired.email_delivery())

    [sent] = mail_server.sent
    assert (sent["To"], sent["Content-Language"]) == ("mia@friend.example", "de")
    words = text(sent)
    for part in ("Ann", "Bo <b>", "Café Noord", "20:15 (Amsterdam)", "Red bag"):
        assert part in words
    assert "https://pairwise.test/de/plan#token=plan-secret" in words
    assert "https://pairwise.test/de/plan-refusal#token=refusal.abc.def" in words
    page = sent.get_body(("html",))
    assert page is not None
    assert "Bo &lt;b&gt;" in page.get_content()
    assert sent["List-Unsubscribe"] is None


def test_it_waits_for_profiles_and_is_not_sent_after_the_plan_has_ended(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    visibility.is_down = True
    handle(missed())
    send_emails(wired.email_delivery())
    assert mails(database) == [("date_missed", "queued", None)]

    visibility.is_down, visibility.date_contacts = False, {}
    change(database, "UPDATE mails SET next_try_at = now(), claimed_until = NULL")
    send_emails(wired.email_delivery())

    assert (mails(database), mail_server.sent) == ([("date_missed", "suppressed", "gone")], [])


def test_no_row_has_the_address_and_the_member_s_erasure_takes_it(
    wired: Wiring, handle: Handle, database: Database
) -> None:
    handle(missed())
    send_emails(wired.email_delivery())
    with psycopg.connect(database.dsn) as connection:
        assert "friend.example" not in str(connection.execute("SELECT m::text FROM mails m").fetchall())

    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, UUID(missed().member_id))
        uow.commit()

    assert mails(database) == []


@pytest.mark.parametrize("reports", [0, 2])
def test_the_member_learns_once_that_the_person_was_not_reached(
    wired: Wiring,
    handle: Handle,
    mail_server: FakeMailServer,
    contacts: FakeContacts,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    reports: int,
) -> None:
    send = mail_server.send

    def refuse_mia(email: OutgoingEmail, site: str) -> None:
        if email.recipient == WORDS["to"]:
            raise AddressRejected
        send(email, site)

    if reports == 0:
        monkeypatch.setattr(mail_server, "send", refuse_mia)
    handle(missed())
    send_emails(wired.email_delivery())
    bounce = DeliveryReport("bounce", f"<{PLAN}@pairwise.test>", is_permanent=True)
    full = DeliveryReport("bounce", f"<{PLAN}@pairwise.test>", is_permanent=False)
    record_delivery_reports(wired.unit_of_work(), contacts, wired.addresses, [full])
    for _ in range(reports):
        record_delivery_reports(wired.unit_of_work(), contacts, wired.addresses, [bounce])
    send_emails(wired.email_delivery())

    assert [template for template, *_ in mails(database)].count("date_unreached") == 1
    assert mail_server.sent[-1]["To"] == "bo@example.org"
    assert "https://pairwise.test/en/date-plan" in text(mail_server.sent[-1])
