"""Email that came back, was reported or was unsubscribed from, by the mail provider's word."""

import json
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from google.protobuf.message import Message
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.events.from_identity import queue_requested_email
from notifications.ports import AddressRejected
from notifications.tests.fakes import FakeContacts, FakeMailServer, a_recipient
from notifications.usecases.record_delivery_reports import REASONS
from notifications.usecases.send_emails import send_emails
from notifications.wiring import Wiring
from pairwise.identity.v1.events_pb2 import MailRequested, MemberConfirmed
from pairwise.notifications.v1.events_pb2 import MailResumed, MailSuppressed
from shared.kit.db import Database
from shared.kit.http.webhook_signatures import SIGNATURE_HEADER, sign
from shared.kit.testing.announced import announced
from shared.kit.testing.tokens import KeyPair
from shared.kit.testing.web import Browser

ANN = uuid4()


@pytest.fixture(autouse=True)
def _ann(contacts: FakeContacts) -> None:
    contacts.known[ANN] = a_recipient()


@pytest.fixture
def mail_id(wired: Wiring, database: Database) -> UUID:
    mail = Email(id=uuid4(), member_id=ANN, template=EmailTemplate.LIKES)
    with wired.unit_of_work() as uow:
        uow.emails.queue(mail)
        uow.commit()
    return mail.id


def report(app: Flask, wired: Wiring, *reports: Any, at: str | None = None, key: str | None = None) -> Any:
    body = json.dumps({"reports": reports}).encode()
    moment = at or str(int(time.time()))
    signature = sign(key or wired.settings.mail_webhook_keys[0], moment, body)
    return app.test_client().post(
        "/api/mail-webhook.php",
        data=body,
        content_type="application/json",
        headers={SIGNATURE_HEADER: f"t={moment},v1={signature}"},
    )


def about(mail_id: UUID, kind: str = "bounce", **more: Any) -> dict[str, Any]:
    return {"type": kind, "message_id": f"<{mail_id}@pairwise.example>", **more}


@pytest.mark.parametrize(
    ("kind", "reason"), [("bounce", "bounced"), ("complaint", "complained"), ("unsubscribe", "unsubscribed")]
)
def test_a_report_suppresses_the_address_with_its_reason(
    app: Flask, wired: Wiring, keys: KeyPair, mail_id: UUID, database: Database, kind: str, reason: str
) -> None:
    for _ in range(2):
        assert report(app, wired, about(mail_id, kind)).status_code == 200

    [reported] = announced(database, MailSuppressed)
    assert (reported.member_id, reported.reason) == (str(ANN), reason)
    ann = Browser(app, keys).as_member(ANN)
    assert ann.get("/api/notifications.php").json["mail_disabled"] == reason

    assert ann.delete("/api/mail-suppression.php", {}).json["mail_disabled"] is None
    assert ann.delete("/api/mail-suppression.php", {}).status_code == 200
    assert [each.member_id for each in announced(database, MailResumed)] == [str(ANN)]


@pytest.mark.parametrize(
    "said",
    [
        {"type": "delivered", "message_id": "<x>"},
        {"type": "bounce", "message_id": "<not ours@elsewhere>"},
        {"type": "bounce", "message_id": f"<{uuid4()}@pairwise.example>"},
    ],
)
def test_a_report_without_meaning_changes_nothing(
    app: Flask, wired: Wiring, mail_id: UUID, database: Database, said: dict[str, Any]
) -> None:
    assert report(app, wired, said, about(mail_id, permanent=False)).status_code == 200

    assert announced(database, MailSuppressed) == []


def test_an_unsigned_report_is_refused(app: Flask, wired: Wiring, mail_id: UUID, database: Database) -> None:
    unsigned = app.test_client().post("/api/mail-webhook.php", json={"reports": [about(mail_id)]})
    answers = [
        unsigned,
        report(app, wired, about(mail_id), key="another key altogether"),
        report(app, wired, about(mail_id), at=str(int(time.time()) - 600)),
        report(app, wired, about(mail_id), at="soon"),
    ]

    assert {(one.status_code, one.json["error"]["code"]) for one in answers} == {(403, "webhook_unsigned")}
    assert announced(database, MailSuppressed) == []


@pytest.mark.parametrize(
    "said", [{}, {"type": "explosion", "message_id": "x"}, {"type": "bounce", "message_id": "x" * 301}, 7]
)
def test_bad_reports_are_refused(app: Flask, wired: Wiring, database: Database, said: Any) -> None:
    answer = report(app, wired, said)

    assert (answer.status_code, answer.json["error"]["code"]) == (422, "validation_failed")


@pytest.fixture
def sent(wired: Wiring, database: Database, contacts: FakeContacts, mail_server: FakeMailServer) -> Callable[[], UUID]:
    """Send an email to Ann's present address; returns its id."""

    def send() -> UUID:
        email = Email(id=uuid4(), member_id=ANN, template=EmailTemplate.MATCH)
        with wired.unit_of_work() as uow:
            uow.emails.queue(email)
            uow.commit()
        assert send_emails(wired.email_delivery()) > 0
        return email.id

    return send


def change_address(wired: Wiring, contacts: FakeContacts, new: str) -> None:
    """As identity does: the account first, then the news to both addresses."""
    old, contacts.known[ANN] = contacts.known[ANN].email, a_recipient(new)
    for content in ({"to": old, "former": "yes"}, {"to": new}):
        sealed = wired.seal.close({"name": "Ann", **content})
        event = MailRequested(mail_id=str(uuid4()), member_id=str(ANN), template="address_changed", sealed=sealed)
        event.site, event.locale = "pairwise", "en"
        with wired.unit_of_work() as uow:
            queue_requested_email(uow, event, wired)
            uow.commit()


def suppressed(wired: Wiring) -> str | None:
    with wired.unit_of_work() as uow:
        return uow.suppressions.reason(ANN)


NEW = "ann@new.example.org"


@pytest.mark.parametrize("kind", ["bounce", "complaint", "unsubscribe"])
def test_a_late_report_concerns_the_address_the_email_went_to(
    app: Flask, wired: Wiring, database: Database, contacts: FakeContacts, sent: Callable[[], UUID], kind: str
) -> None:
    old, early = contacts.known[ANN].email, sent()
    change_address(wired, contacts, NEW)

    for _ in range(2):
        assert report(app, wired, about(early, kind)).status_code == 200

    assert suppressed(wired) is None
    assert announced(database, MailSuppressed) == []
    change_address(wired, contacts, old)
    assert suppressed(wired) == REASONS[kind]
    assert len(announced(database, MailSuppressed)) == 1


def test_a_bounce_ends_with_its_address_and_a_wish_does_not(
    app: Flask, wired: Wiring, database: Database, contacts: FakeContacts, sent: Callable[[], UUID]
) -> None:
    report(app, wired, about(sent()))
    change_address(wired, contacts, NEW)
    assert suppressed(wired) is None

    report(app, wired, about(sent(), "complaint"))
    change_address(wired, contacts, "ann@third.example.org")
    assert suppressed(wired) == "complained"


def test_a_wrong_new_address_suppresses_nothing(
    wired: Wiring, database: Database, contacts: FakeContacts, mail_server: FakeMailServer
) -> None:
    sealed = wired.seal.close({"to": "an@nowhere.example.org", "name": "Ann", "token": "t"})
    mail_server.fails = AddressRejected(550)
    with wired.unit_of_work() as uow:
        event = MailRequested(
            mail_id=str(uuid4()),
            member_id=str(ANN),
            template="mail_change",
            site="pairwise",
            locale="en",
            sealed=sealed,
        )
        queue_requested_email(uow, event, wired)
        uow.commit()

    assert send_emails(wired.email_delivery()) == 1

    assert suppressed(wired) is None


def test_a_confirmed_address_has_not_bounced(
    app: Flask, wired: Wiring, database: Database, sent: Callable[[], UUID], handle: Callable[[Message], None]
) -> None:
    report(app, wired, about(sent()))

    handle(MemberConfirmed(member_id=str(ANN)))

    assert suppressed(wired) is None


def test_a_report_waits_while_identity_is_down(
    app: Flask, wired: Wiring, contacts: FakeContacts, sent: Callable[[], UUID]
) -> None:
    email_id, contacts.is_down = sent(), True
    assert report(app, wired, about(email_id)).status_code == 503

    contacts.is_down = False
    assert report(app, wired, about(email_id)).status_code == 200
    assert suppressed(wired) == "bounced"


def test_either_key_of_the_provider_signs_while_it_changes(app: Flask, wired: Wiring, mail_id: UUID) -> None:
    statuses = [report(app, wired, about(mail_id), key=key).status_code for key in wired.settings.mail_webhook_keys]

    assert statuses == [200, 200]
    assert report(app, wired, about(mail_id), key="a-key-of-somebody-else").status_code == 403
