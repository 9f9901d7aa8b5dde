from flask import Blueprint, Response
from shared.kit.http import Nothing, endpoint, webhook

from notifications.errors import WebhookUnsigned
from notifications.usecases.record_delivery_reports import record_delivery_reports
from notifications.web.context import wiring
from notifications.web.report_formats import read_reports

mail_reports = Blueprint("mail_reports", __name__, url_prefix="/api")


@mail_reports.post("/mail-webhook.php")
@webhook
@endpoint()
def post_mail_reports() -> Nothing | Response:
    """Record outcomes of emails: bounced, reported as spam, unsubscribed from. The mail provider's format."""
    settings = wiring().settings
    try:
        reports = read_reports(settings.mail_provider, settings.mail_webhook_keys)
    except WebhookUnsigned:
        if not settings.mail_provider.has_password:
            raise
        # SNS sends the password of the address only after this answer.
        return Response(status=401, headers={"WWW-Authenticate": 'Basic realm="mail reports"'})
    record_delivery_reports(wiring().unit_of_work, wiring().contacts, wiring().addresses, reports)
    return Nothing()
