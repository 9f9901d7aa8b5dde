from flask import Blueprint
from shared.kit.http import Nothing, endpoint, signed, webhook

from notifications.errors import WebhookUnsigned
from notifications.usecases.record_delivery_reports import DeliveryReport, record_delivery_reports
from notifications.web.context import wiring
from notifications.web.models import MailReports

mail_reports = Blueprint("mail_reports", __name__, url_prefix="/api")


@mail_reports.post("/mail-webhook.php")
@webhook
@signed(lambda: wiring().settings.mail_webhook_keys, WebhookUnsigned)
@endpoint()
def post_mail_reports(body: MailReports) -> Nothing:
    """Record outcomes of emails: bounced, reported as spam, unsubscribed from."""
    reports = [DeliveryReport(report.type, report.message_id, report.permanent) for report in body.reports]
    record_delivery_reports(wiring().unit_of_work(), wiring().contacts, wiring().addresses, reports)
    return Nothing()
