"""Emails about complaints, decisions and fraud."""

from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest
from notifications.tests.fakes import FakeContacts, FakeMailServer, FakeVisibility, a_recipient
from notifications.tests.gathering import ANN, BO, CONVERSATION, CY, Handle, fraud, mails, subjects, text
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MemberDeleted
from pairwise.profiles.v1.events_pb2 import (
    ComplaintDecided,
    ComplaintReceived,
    MemberModerated,
    PhotoRejected,
    ProfileChanged,
)
from shared.kit.db import Database
from shared.kit.testing.golden import golden_event


@pytest.fixture(autouse=True)
def known(contacts: FakeContacts) -> None:
    contacts.known = {BO: a_recipient("bo@example.org")}


def test_a_complaint_and_its_outcome_are_answered_by_email(
    wired: Wiring, handle: Handle, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    received, decided = golden_event(ComplaintReceived), golden_event(ComplaintDecided)
    for event in (received, decided):
        event.reporter_id, event.email, event.appealed_decision_id = str(BO), "", ""
        handle(event)

    send_emails(wired.email_delivery())

    assert subjects(mail_server) == [
        f"We’ve got your report (number {received.number})",
        f"Our decision on your report (number {decided.number})",
    ]


def test_an_appeal_and_its_answer_are_mailed_with_the_link_of_the_statement(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer
) -> None:
    received, decided = golden_event(ComplaintReceived), golden_event(ComplaintDecided)
    for event in (received, decided):
        event.reporter_id, event.email = str(BO), ""
        handle(event)

    send_emails(wired.email_delivery())

    assert subjects(mail_server) == [
        f"We’ve got your appeal (number {received.number})",
        f"Our answer to your appeal (number {decided.number})",
    ]
    token = wired.settings.statement_keys.token(decided.appealed_decision_id)
    assert all(f"/appeal#token={token}" in text(sent) for sent in mail_server.sent)


def test_a_visitor_is_answered_at_the_address_they_left(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(
        ComplaintReceived(
            complaint_id=str(uuid4()), number=7, email="someone@example.org", locale="de", site="pairwise"
        )
    )
    with psycopg.connect(database.dsn) as connection:
        assert "someone@example.org" not in str(connection.execute("SELECT * FROM mails").fetchall())

    send_emails(wired.email_delivery())

    [sent] = mail_server.sent
    assert (sent["To"], sent["Content-Language"]) == ("someone@example.org", "de")
    assert "7" in sent["Subject"]
    assert "Konto" not in text(sent)


def test_a_visitor_without_an_address_gets_no_email(wired: Wiring, handle: Handle, database: Database) -> None:
    handle(ComplaintReceived(complaint_id=str(uuid4()), number=7, locale="de", site="pairwise"))

    assert mails(database) == []


def test_decisions_are_mailed_with_their_reasons(
    wired: Wiring, handle: Handle, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    moderated, rejected = golden_event(MemberModerated), golden_event(PhotoRejected)
    moderated.member_id = rejected.member_id = str(BO)
    moderated.measure, moderated.reason, moderated.ground = "warn", "harassment", "terms"
    handle(moderated)
    handle(rejected)

    send_emails(wired.email_delivery())

    measure, photo = (text(sent) for sent in mail_server.sent)
    assert "Decision: A warning" in measure
    assert f"/appeal#token={wired.settings.statement_keys.token(moderated.decision_id)}" in measure
    assert "Reason: It doesn’t show a person." in photo
    assert f"/appeal#token={wired.settings.statement_keys.token(rejected.decision_id)}" in photo
    assert "appeal" in photo


def test_a_warning_of_fraud_is_mailed_once_for_a_decision(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, visibility: FakeVisibility
) -> None:
    """Switches do not turn it off, and the fraudster is hidden by then."""
    visibility.hidden.add(ANN)
    first, second = uuid4(), uuid4()
    handle(ProfileChanged(member_id=str(ANN), name="Ann", fictional=False))

    for decision in (first, first, second):
        handle(fraud(BO, decision=decision))
    send_emails(wired.email_delivery())

    assert len(mail_server.sent) == 2
    warning = text(mail_server.sent[0])
    assert "Don’t send them money" in " ".join(warning.split())
    assert f"/chats/{CONVERSATION}" in warning
    assert mail_server.sent[0]["List-Unsubscribe"] is None


def test_deleted_and_unconfirmed_members_are_not_warned_by_email(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, contacts: FakeContacts, database: Database
) -> None:
    contacts.known = {CY: replace(a_recipient("cy@example.org"), is_confirmed=False)}
    handle(fraud(BO, CY, decision=uuid4()))

    send_emails(wired.email_delivery())

    assert mail_server.sent == []
    assert {reason for _, _, reason in mails(database)} == {"gone", "unconfirmed"}


def test_lifting_a_decision_cancels_queued_warnings(
    wired: Wiring, handle: Handle, mail_server: FakeMailServer, database: Database
) -> None:
    handle(fraud(BO, decision=uuid4()))
    handle(MemberModerated(decision_id=str(uuid4()), member_id=str(ANN), measure="lift"))

    send_emails(wired.email_delivery())

    assert (mail_server.sent, mails(database)) == ([], [("fraud_warning", "suppressed", "lifted")])


def test_a_deleted_fraudster_is_still_warned_of(wired: Wiring, handle: Handle, mail_server: FakeMailServer) -> None:
    handle(fraud(BO, decision=uuid4()))
    handle(MemberDeleted(member_id=str(ANN)))

    send_emails(wired.email_delivery())

    assert len(mail_server.sent) == 1
