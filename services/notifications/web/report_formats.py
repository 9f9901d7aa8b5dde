"""Delivery reports as mail providers send them. Each function reads the current request, and proves that it is genuine.

Each takes the keys, any of which may have been used, raises WebhookUnsigned or Malformed, and leaves out events that do
not concern an address, such as opened emails.
"""

import hmac
import json
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from flask import request
from shared.kit.core import Malformed, logger
from shared.kit.http import SIGNATURE_HEADER, body_as, is_signed, parse

from notifications.domain.mail_provider import MailProvider
from notifications.errors import WebhookUnsigned
from notifications.usecases.record_delivery_reports import DeliveryReport
from notifications.web.models import MailReports

Keys = Sequence[str]
# Providers repeat a request that failed for hours, with the signature of the first.
OLDEST_SECONDS = 24 * 3600
DROPPED = {
    "Bounced Address": "bounce",
    "Invalid": "bounce",
    "Spam Reporting Address": "complaint",
    "Unsubscribed Address": "unsubscribe",
}


def read_reports(provider: MailProvider, keys: Keys) -> list[DeliveryReport]:
    """The reports of the current request in the provider's format."""
    try:
        reports = list(_FORMATS[provider](keys))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Malformed() from error
    if not all(isinstance(report.message_id, str) for report in reports):
        raise Malformed()
    return reports


def _adapter(keys: Keys) -> Iterator[DeliveryReport]:
    if not is_signed(request.headers.get(SIGNATURE_HEADER, ""), request.get_data(), keys):
        raise WebhookUnsigned()
    for report in body_as(MailReports).reports:
        yield DeliveryReport(report.type, report.message_id, report.permanent)


def _ses(keys: Keys) -> Iterator[DeliveryReport]:
    """Notifications of SES through an SNS topic, with or without raw delivery; they include the original headers."""
    check_password(keys)
    body = parse(request.get_data())
    if body.get("Type") == "SubscriptionConfirmation":
        logger().warning("mail_reports_unconfirmed", topic=body["TopicArn"], open_this=body["SubscribeURL"])
        return
    said = _json_or_text(body["Message"]) if "Message" in body else body
    if not isinstance(said, dict):
        return  # the test message of a new topic
    kind = said.get("notificationType") or said.get("eventType")
    ids = [each["value"] for each in said.get("mail", {}).get("headers", ()) if each["name"].lower() == "message-id"]
    for message_id in ids:
        if kind == "Bounce":
            yield DeliveryReport("bounce", message_id, said["bounce"]["bounceType"] == "Permanent")
        elif kind == "Complaint" and said["complaint"].get("complaintFeedbackType") != "not-spam":
            yield DeliveryReport("complaint", message_id, True)


def _postmark(keys: Keys) -> Iterator[DeliveryReport]:
    check_password(keys)
    body = parse(request.get_data())
    kind, message_id = body.get("RecordType"), body.get("Metadata", {}).get("mail", "")
    if kind == "Bounce":
        # Inactive: Postmark sends nothing more to the address.
        yield DeliveryReport("bounce", message_id, body.get("Inactive") is True)
    elif kind == "SpamComplaint":
        yield DeliveryReport("complaint", message_id, True)
    elif kind == "SubscriptionChange" and body["SuppressSending"] and body.get("Origin") == "Recipient":
        yield DeliveryReport("unsubscribe", message_id, True)


def _mailgun(keys: Keys) -> Iterator[DeliveryReport]:
    body = parse(request.get_data())
    proof = body.get("signature", {})
    if not is_signed_by_mailgun(proof, keys):
        raise WebhookUnsigned()
    event = body.get("event-data", {})
    kind = {"failed": "bounce", "complained": "complaint", "unsubscribed": "unsubscribe"}.get(event.get("event"))
    if kind:
        message_id = event["message"]["headers"]["message-id"]
        yield DeliveryReport(kind, message_id, event.get("severity", "permanent") == "permanent")


def _sendgrid(keys: Keys) -> Iterator[DeliveryReport]:
    header = request.headers.get
    at = header("X-Twilio-Email-Event-Webhook-Timestamp", "")
    given = header("X-Twilio-Email-Event-Webhook-Signature", "")
    if not _is_recent(at) or not any(_has_signed(key, given, at.encode() + request.get_data()) for key in keys):
        raise WebhookUnsigned()
    for event in parse(request.get_data()):
        kind, message_id = event.get("event"), event.get("mail") or event.get("smtp-id", "")
        if kind == "bounce":
            yield DeliveryReport("bounce", message_id, event.get("type") != "blocked")
        elif kind == "spamreport":
            yield DeliveryReport("complaint", message_id, True)
        elif kind in ("unsubscribe", "group_unsubscribe"):
            yield DeliveryReport("unsubscribe", message_id, True)
        elif kind == "dropped" and (cause := DROPPED.get(event.get("reason", ""))):
            yield DeliveryReport(cause, message_id, True)


_FORMATS: dict[MailProvider, Callable[[Keys], Iterator[DeliveryReport]]] = {
    MailProvider.ADAPTER: _adapter,
    MailProvider.SES: _ses,
    MailProvider.POSTMARK: _postmark,
    MailProvider.MAILGUN: _mailgun,
    MailProvider.SENDGRID: _sendgrid,
}


def check_password(keys: Keys) -> None:
    """Check the password of HTTP basic authentication; the user name is free."""
    given = (request.authorization.password or "") if request.authorization else ""
    if not any(hmac.compare_digest(key.encode(), given.encode()) for key in keys):
        raise WebhookUnsigned()


def is_signed_by_mailgun(proof: Mapping[str, object], keys: Keys) -> bool:
    """Whether one of the keys has signed this time and token, at most a day ago."""
    at, token, given = (str(proof.get(name, "")) for name in ("timestamp", "token", "signature"))
    genuine = [hmac.new(key.encode(), f"{at}{token}".encode(), "sha256").hexdigest() for key in keys]
    return _is_recent(at) and any(hmac.compare_digest(mine.encode(), given.encode()) for mine in genuine)


def _has_signed(key: str, signature: str, content: bytes) -> bool:
    try:
        public = load_der_public_key(b64decode(key, validate=True))
        if not isinstance(public, EllipticCurvePublicKey):
            return False
        public.verify(b64decode(signature, validate=True), content, ECDSA(SHA256()))
    except (ValueError, InvalidSignature):
        return False
    return True


def _is_recent(at: str) -> bool:
    return at.isascii() and at.isdigit() and abs(time.time() - int(at[:12])) <= OLDEST_SECONDS


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
