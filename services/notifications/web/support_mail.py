from flask import Blueprint, Response, request
from shared.kit.http import Nothing, endpoint, webhook

from notifications.domain.mail_provider import MailProvider
from notifications.errors import WebhookUnsigned
from notifications.usecases.receive_support_mail import receive_support_mail, site_of
from notifications.web.context import wiring
from notifications.web.inbound_formats import read_mail

support_mail = Blueprint("support_mail", __name__, url_prefix="/api")


@support_mail.post("/support-mail.php")
@webhook
@endpoint()
def post_support_mail() -> Nothing | Response:
    """Take a mail to the address of support, in the mail provider's format. The same mail again changes nothing."""
    dependencies = wiring()
    sites, settings = dependencies.sites, dependencies.settings
    all_sites = [site for _, site in sites.items()]
    own = frozenset(site.support_email.lower() for site in all_sites)
    try:
        mail = read_mail(settings.mail_provider, settings.mail_webhook_keys, own)
    except WebhookUnsigned:
        if settings.mail_provider is not MailProvider.POSTMARK:
            raise
        # Sent without the password first, as HTTP clients do.
        return Response(status=401, headers={"WWW-Authenticate": 'Basic realm="support mail"'})
    site = site_of(mail, all_sites, sites.for_host(request.host))
    receive_support_mail(dependencies.unit_of_work(), site.key, mail)
    return Nothing()
