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
from pairwise.notifications.v1.events_pb2 import DateContactUnreached
from pairwise.profiles.v1.events_pb2 import DateCheckInCleared, DateCheckInDue, DateCheckInMissed
from shared.kit.db import Database
from shared.kit.testing.announced import announced
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


def cleared() -> DateCheckInCleared:
    return DateCheckInCleared(plan_id=str(PLAN), member_id=str(BO))


def answer(visibility: FakeVisibility) -> None:
    """Profiles knows that the member has answered that they are fine."""
    words = {**WORDS, "fine_at": "2026-06-01T20:45:00+00:00"}
    visibility.date_contacts = {PLAN: DateContact("pairwise", "de", words)}


def send_all(wired: Wiring, database: Database) -> None:
    change(database, "UPDATE mails SET next_try_at = now(), claimed_until = NULL WHERE state = 'queued'")
    send_emails(wired.email_delivery())


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
    record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, [full])
    for _ in range(reports):
        record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, [bounce])
    send_emails(wired.email_delivery())

    assert [template for template, *_ in mails(database)].count("date_unreached") == 1
    assert mail_server.sent[-1]["To"] == "bo@example.org"
    assert "https://pairwise.test/en/date-plan" in text(mail_server.sent[-1])


def test_the_person_gets_one_email_that_all_is_well(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    handle(missed())
    send_emails(wired.email_delivery())
    answer(visibility)
    for _ in range(2):
        handle(cleared())
        send_all(wired, database)

    [_, sent] = mail_server.sent
    assert (sent["To"], sent["Content-Language"]) == ("mia@friend.example", "de")
    assert sent["Subject"] == "Ann hat geantwortet: Mir geht es gut"
    for part in ("22:45 (Amsterdam)", "aus dem Konto von Ann", "Bo <b>"):
        assert part in text(sent)
    assert "https://pairwise.test/de/plan-refusal#token=refusal.abc.def" in text(sent)
    assert sent["Message-ID"] != mail_server.sent[0]["Message-ID"]

    with wired.unit_of_work() as uow:
        erase(uow.session, DATA_INVENTORY, BO)
        uow.commit()
    assert mails(database) == []


@pytest.mark.parametrize("first", ["handled later", "not yet sent", "claimed together"])
def test_an_answer_before_the_first_email_takes_its_place(
    wired: Wiring,
    handle: Handle,
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    database: Database,
    first: str,
) -> None:
    if first == "not yet sent":
        visibility.is_down = True
        handle(missed())
        send_emails(wired.email_delivery())
        visibility.is_down = False
    elif first == "claimed together":
        handle(missed())
    answer(visibility)
    handle(cleared())
    send_all(wired, database)
    if first == "handled later":
        assert mails(database) == [("date_fine", "queued", None)]
        handle(missed())
    for _ in range(2):
        send_all(wired, database)

    assert mail_server.sent == []
    assert sorted(mails(database)) == [
        ("date_fine", "suppressed", "first_not_sent"),
        ("date_missed", "suppressed", "fine"),
    ]


def test_it_waits_until_profiles_knows_of_the_answer(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility, database: Database
) -> None:
    """As profiles of the release before never does."""
    handle(missed())
    handle(cleared())
    for _ in range(2):
        send_all(wired, database)
    assert len(mail_server.sent) == 1

    answer(visibility)
    send_all(wired, database)
    assert len(mail_server.sent) == 2


@pytest.mark.parametrize("end", ["refused, or the plan ended", "bounced"])
def test_nothing_follows_to_a_person_who_refuses_or_was_not_reached(
    wired: Wiring,
    handle: Handle,
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    contacts: FakeContacts,
    database: Database,
    end: str,
) -> None:
    handle(missed())
    send_emails(wired.email_delivery())
    answer(visibility)
    if end == "bounced":
        bounce = DeliveryReport("bounce", f"<{PLAN}@pairwise.test>", is_permanent=True)
        record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, [bounce])
    else:
        visibility.date_contacts = {}
    handle(cleared())
    send_all(wired, database)

    assert [sent["To"] for sent in mail_server.sent].count(WORDS["to"]) == 1
    assert ("date_fine", "suppressed", "first_not_sent" if end == "bounced" else "gone") in mails(database)


def test_the_member_learns_that_this_email_bounced(
    wired: Wiring,
    handle: Handle,
    mail_server: FakeMailServer,
    visibility: FakeVisibility,
    contacts: FakeContacts,
    database: Database,
) -> None:
    handle(missed())
    send_emails(wired.email_delivery())
    answer(visibility)
    handle(cleared())
    send_all(wired, database)
    bounce = DeliveryReport("bounce", mail_server.sent[-1]["Message-ID"], is_permanent=True)
    for _ in range(2):
        record_delivery_reports(wired.unit_of_work, contacts, wired.addresses, [bounce])
    send_emails(wired.email_delivery())

    [event] = announced(database, DateContactUnreached)
    assert (event.plan_id, event.member_id) == (str(PLAN), str(BO))
    assert mail_server.sent[-1]["To"] == "bo@example.org"
    assert "tell someone that you’re fine" in text(mail_server.sent[-1])


def test_an_email_of_a_later_release_keeps_no_other_waiting(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(missed())
    change(
        database,
        "INSERT INTO mails (id, member_id, template) VALUES (gen_random_uuid(), %s, 'of_a_later_release')",
        BO,
    )
    send_emails(wired.email_delivery())

    assert len(mail_server.sent) == 1
    assert ("of_a_later_release", "queued", None) in mails(database)
