from flask import Blueprint, Response
from shared.kit.http import Nothing, endpoint, webhook
from shared.text_messages.provider import SmsProvider
from shared.text_messages.reports import ReportUnsigned, read_report

from notifications.errors import WebhookUnsigned
from notifications.usecases.record_text_report import record_text_report
from notifications.web.context import wiring

text_reports = Blueprint("text_reports", __name__, url_prefix="/api")


@text_reports.post("/sms-webhook.php")
@webhook
@endpoint()
def post_text_report() -> Nothing | Response:
    """Record what became of a text message. The format of the provider of text messages."""
    settings = wiring().settings
    try:
        report = read_report(settings.sms_provider, settings.sms_webhook_url, settings.sms_report_keys)
    except ReportUnsigned as error:
        if settings.sms_provider is not SmsProvider.ELKS:
            raise WebhookUnsigned() from error
        # The password of an address may be sent only after this answer.
        return Response(status=401, headers={"WWW-Authenticate": 'Basic realm="text messages"'})
    if report is not None:
        record_text_report(wiring().unit_of_work(), report)
    return Nothing()
