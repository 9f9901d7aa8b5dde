import hmac
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, request
from servicekit.web import endpoint
from servicekit.web.endpoint import Nothing
from servicekit.web.guards import webhook

from notifications.errors import WebhookUnsigned
from notifications.usecases.hear_mail_reports import Report, hear_mail_reports
from notifications.web.context import wiring
from notifications.web.models import MailReports

mail_reports = Blueprint("mail_reports", __name__, url_prefix="/api")
SIGNATURE_HEADER = "X-Webhook-Signature"  # t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">
HOLDS_SECONDS = 300


def signed(view: Callable[..., Any]) -> Callable[..., Any]:
    """Lets in only what the mail provider's adapter signed with our shared key a moment ago."""

    @wraps(view)
    def check(**path: Any) -> Any:
        said = dict(part.partition("=")[::2] for part in request.headers.get(SIGNATURE_HEADER, "").split(","))
        at, given = said.get("t", ""), said.get("v1", "")
        if not at.isascii() or not at.isdigit() or abs(time.time() - int(at[:12])) > HOLDS_SECONDS:
            raise WebhookUnsigned()
        genuine = [sign(key, at, request.get_data()) for key in wiring().settings.mail_webhook_keys]
        if not any(hmac.compare_digest(each.encode(), given.encode()) for each in genuine):
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
    """What became of mails: bounced, reported as spam, unsubscribed from."""
    reports = [Report(one.type, one.message_id, one.permanent) for one in body.reports]
    hear_mail_reports(wiring().unit_of_work(), reports)
    return Nothing()
