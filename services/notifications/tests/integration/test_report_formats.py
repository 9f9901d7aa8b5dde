"""Reports in the formats of mail providers, made after their public documentation."""

import base64
import hmac
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from notifications.domain.email import Email
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.mail_provider import MailProvider
from notifications.emails import EmailRenderer
from notifications.tests.fakes import FakeContacts, a_recipient
from notifications.tests.rendering import LOCALES_DIR, parsed
from notifications.wiring import Wiring
from pairwise.notifications.v1.events_pb2 import MailSuppressed
from shared.doctor.mail import empty_report
from shared.kit.db import Database
from shared.kit.http.app import provide
from shared.kit.testing.announced import announced
from werkzeug.test import TestResponse

ANN = uuid4()
KEY = "key-of-the-mail-provider"
SENDGRID_KEY = ec.generate_private_key(ec.SECP256R1())
SIGNED_HEADERS = "X-Twilio-Email-Event-Webhook-Timestamp", "X-Twilio-Email-Event-Webhook-Signature"
Content = dict[str, Any]
Send = Callable[..., TestResponse]


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


@pytest.fixture
def send(app: Flask, wired: Wiring, database: Database) -> Send:
    """Post a body as a provider does; with another key if one is given."""
    public = SENDGRID_KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    keys = (KEY, base64.b64encode(public).decode())

    def post(provider: MailProvider, body: bytes, headers: dict[str, str]) -> TestResponse:
        settings = wired.settings.model_copy(update={"mail_provider": provider, "mail_webhook_keys": keys})
        provide(app, settings, database, replace(wired, settings=settings))
        return app.test_client().post("/api/mail-webhook.php", data=body, headers=headers)

    return post


def proved(
    provider: MailProvider, content: Any, key: str = KEY, *, seconds_ago: int = 0
) -> tuple[bytes, dict[str, str]]:
    at = str(int(time.time()) - seconds_ago)
    if provider is MailProvider.MAILGUN:
        signature = hmac.new(key.encode(), f"{at}token".encode(), "sha256").hexdigest()
        content = {"signature": {"timestamp": at, "token": "token", "signature": signature}, "event-data": content}
    body = json.dumps(content).encode()
    if provider is MailProvider.SENDGRID:
        signer = SENDGRID_KEY if key == KEY else ec.generate_private_key(ec.SECP256R1())
        signature = base64.b64encode(signer.sign(at.encode() + body, ec.ECDSA(SHA256()))).decode()
        return body, dict(zip(SIGNED_HEADERS, (at, signature), strict=True))
    if provider.has_password:
        # SNS says text/plain of its JSON.
        basic = base64.b64encode(f"reports:{key}".encode()).decode()
        return body, {"Authorization": f"Basic {basic}", "Content-Type": "text/plain; charset=UTF-8"}
    return body, {"Content-Type": "application/json"}


def ses(said: Content, mail_id: UUID) -> Content:
    headers = [{"name": "From", "value": "a@b.nl"}, {"name": "Message-ID", "value": f"<{mail_id}@pairwise.example>"}]
    return {"Type": "Notification", "Message": json.dumps({**said, "mail": {"headers": headers}}), "MessageId": "1"}


def ses_raw(said: Content, mail_id: UUID) -> Content:
    return dict(json.loads(ses(said, mail_id)["Message"]))


def postmark(said: Content, mail_id: UUID) -> Content:
    return {"MessageID": str(uuid4()), "Metadata": {"mail": str(mail_id)}, **said}


def mailgun(said: Content, mail_id: UUID) -> Content:
    return {"message": {"headers": {"message-id": f"{mail_id}@pairwise.example"}}, "recipient": "a@b.nl", **said}


def sendgrid(said: Content, mail_id: UUID) -> list[Content]:
    return [{"email": "a@b.nl", "event": "processed", "timestamp": 1}, {"mail": str(mail_id), "timestamp": 2, **said}]


SES, POSTMARK, MAILGUN, SENDGRID = MailProvider.SES, MailProvider.POSTMARK, MailProvider.MAILGUN, MailProvider.SENDGRID
REPORTS: list[tuple[MailProvider, Callable[[Content, UUID], Any], Content, str | None]] = [
    (SES, ses, {"notificationType": "Bounce", "bounce": {"bounceType": "Permanent"}}, "bounced"),
    (SES, ses_raw, {"eventType": "Bounce", "bounce": {"bounceType": "Permanent"}}, "bounced"),
    (SES, ses, {"notificationType": "Bounce", "bounce": {"bounceType": "Transient"}}, None),
    (SES, ses, {"notificationType": "Complaint", "complaint": {"complaintFeedbackType": "abuse"}}, "complained"),
    (SES, ses, {"notificationType": "Complaint", "complaint": {"complaintFeedbackType": "not-spam"}}, None),
    (SES, ses, {"notificationType": "Delivery", "delivery": {}}, None),
    (POSTMARK, postmark, {"RecordType": "Bounce", "Type": "HardBounce", "Inactive": True}, "bounced"),
    (POSTMARK, postmark, {"RecordType": "Bounce", "Type": "Transient", "Inactive": False}, None),
    (POSTMARK, postmark, {"RecordType": "SpamComplaint", "Inactive": True}, "complained"),
    (
        POSTMARK,
        postmark,
        {"RecordType": "SubscriptionChange", "SuppressSending": True, "Origin": "Recipient"},
        "unsubscribed",
    ),
    (POSTMARK, postmark, {"RecordType": "SubscriptionChange", "SuppressSending": False, "Origin": "Recipient"}, None),
    (POSTMARK, postmark, {"RecordType": "Delivery"}, None),
    (MAILGUN, mailgun, {"event": "failed", "severity": "permanent"}, "bounced"),
    (MAILGUN, mailgun, {"event": "failed", "severity": "temporary"}, None),
    (MAILGUN, mailgun, {"event": "complained"}, "complained"),
    (MAILGUN, mailgun, {"event": "unsubscribed"}, "unsubscribed"),
    (MAILGUN, mailgun, {"event": "opened"}, None),
    (SENDGRID, sendgrid, {"event": "bounce", "type": "bounce"}, "bounced"),
    (SENDGRID, sendgrid, {"event": "bounce", "type": "blocked"}, None),
    (SENDGRID, sendgrid, {"event": "dropped", "reason": "Bounced Address"}, "bounced"),
    (SENDGRID, sendgrid, {"event": "spamreport"}, "complained"),
    (SENDGRID, sendgrid, {"event": "group_unsubscribe"}, "unsubscribed"),
    (SENDGRID, sendgrid, {"event": "deferred"}, None),
]
GENUINE = {provider: (made, said) for provider, made, said, reason in reversed(REPORTS) if reason}


@pytest.mark.parametrize(("provider", "made", "said", "reason"), REPORTS)
def test_a_report_of_a_provider_suppresses_the_address_with_its_reason(
    send: Send,
    mail_id: UUID,
    database: Database,
    provider: MailProvider,
    made: Callable[[Content, UUID], Any],
    said: Content,
    reason: str | None,
) -> None:
    for _ in range(2):
        assert send(provider, *proved(provider, made(said, mail_id))).status_code == 200

    assert [each.reason for each in announced(database, MailSuppressed)] == ([reason] if reason else [])


@pytest.mark.parametrize("provider", GENUINE)
def test_a_report_without_proof_changes_nothing(
    send: Send, mail_id: UUID, database: Database, provider: MailProvider
) -> None:
    made, said = GENUINE[provider]
    content = made(said, mail_id)
    genuine, headers = proved(provider, content)
    body, _ = proved(provider, content, "key-of-somebody-else-altogether")
    answers = [
        send(provider, *proved(provider, content, "key-of-somebody-else-altogether")),
        send(provider, body, {}),
        # The formats of other providers have no say, with their keys neither.
        *(send(other, genuine, headers) for other in GENUINE if other.has_password != provider.has_password),
    ]
    if not provider.has_password:
        answers.append(send(provider, *proved(provider, content, seconds_ago=2 * 86_400)))

    assert {answer.status_code for answer in answers} <= {401, 403}
    assert announced(database, MailSuppressed) == []


@pytest.mark.parametrize("provider", GENUINE)
@pytest.mark.parametrize(
    "content",
    [
        {},
        [],
        7,
        None,
        {"Message": 7},
        {"mail": 7, "notificationType": "Bounce", "Message": '{"mail": {"headers": [7]}}'},
        {"RecordType": "Bounce", "Metadata": []},
        {"event": "failed", "message": "x"},
        [{"event": "bounce", "mail": ["x"]}],
        [[]],
    ],
)
def test_no_content_is_a_fault_of_the_server(
    send: Send, database: Database, provider: MailProvider, content: Any
) -> None:
    assert send(provider, *proved(provider, content)).status_code in (200, 400)


def test_the_password_is_asked_for_and_a_new_topic_is_logged(
    send: Send, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = send(SES, b"{}", {})
    topic = {"Type": "SubscriptionConfirmation", "TopicArn": "arn:aws:sns:eu-west-1:1:x", "SubscribeURL": "https://s"}

    assert (asked.status_code, asked.headers["WWW-Authenticate"]) == (401, 'Basic realm="mail reports"')
    assert send(SES, *proved(SES, topic)).status_code == 200
    assert "https://s" in capsys.readouterr().out


@pytest.mark.parametrize("provider", [each for each in MailProvider if each is not SENDGRID])
def test_the_report_of_the_doctor_is_accepted(send: Send, provider: MailProvider) -> None:
    assert send(provider, *empty_report(provider, KEY)).status_code == 200


@pytest.mark.parametrize("provider", MailProvider)
def test_an_email_carries_the_id_that_its_provider_reports(wired: Wiring, provider: MailProvider) -> None:
    renderer = EmailRenderer(LOCALES_DIR, wired.sites, wired.links, wired.settings.statement_keys, provider)
    email = Email(id=uuid4(), member_id=ANN, template=EmailTemplate.PASSWORD_CHANGED)
    headers = {"postmark": "X-PM-Metadata-mail", "sendgrid": "X-SMTPAPI"}

    message = parsed(renderer.render(email, a_recipient(), None, is_discreet=True))

    assert str(email.id) in message[headers.get(provider, "Message-ID")]
