import hmac
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, request
from shared.kit.web import endpoint
from shared.kit.web.csrf import webhook
from shared.kit.web.endpoint import Nothing

from notifications.errors import WebhookUnsigned
from notifications.usecases.record_delivery_reports import DeliveryReport, record_delivery_reports
from notifications.web.context import wiring
from notifications.web.models import MailReports

mail_reports = Blueprint("mail_reports", __name__, url_prefix="/api")
SIGNATURE_HEADER = "X-Webhook-Signature"  # t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">
MAX_AGE_SECONDS = 300


def signed(view: Callable[..., Any]) -> Callable[..., Any]:
    """Accept only requests that the mail provider's adapter has signed with the shared key within `MAX_AGE_SECONDS`."""

    @wraps(view)
    def check(**path: Any) -> Any:
        fields = dict(part.partition("=")[::2] for part in request.headers.get(SIGNATURE_HEADER, "").split(","))
        at, given = fields.get("t", ""), fields.get("v1", "")
        if not at.isascii() or not at.isdigit() or abs(time.time() - int(at[:12])) > MAX_AGE_SECONDS:
            raise WebhookUnsigned()
        signatures = [sign(key, at, request.get_data()) for key in wiring().settings.mail_webhook_keys]
        if not any(hmac.compare_digest(each.encode(), given.encode()) for each in signatures):
            raise WebhookUnsigned()
        return view(**path)

    return check


def sign(key: str, at: str, body: bytes) -> str:
    return hmac.new(key.encode(), at.encode() + b"." + body, "sha256").hexdigest()


@mail_reports.post("/mail-webhook.php")
@webhook
@signed
@endpoint()
def post_mail_reports(body: MailReports) -> Nothing:
    """Record outcomes of emails: bounced, reported as spam, unsubscribed from."""
    reports = [DeliveryReport(report.type, report.message_id, report.permanent) for report in body.reports]
    record_delivery_reports(wiring().unit_of_work(), wiring().contacts, wiring().addresses, reports)
    return Nothing()
