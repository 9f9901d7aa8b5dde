from email import message_from_bytes
from email.policy import default
from uuid import UUID

from shared.kit.core import NotFound

from notifications.domain.campaign import Marketer
from notifications.domain.email import Email, Recipient
from notifications.domain.email_templates import CAMPAIGN_TEMPLATES
from notifications.emails import EmailRenderer
from notifications.errors import CampaignNotReady
from notifications.storage import NotificationsUnit
from notifications.usecases.campaign_contents import campaign_params, with_content

DARK = "@media (prefers-color-scheme: dark)"
# The links of a preview are signed for no member.
NOBODY = UUID(int=0)


def preview_campaign(
    uow: NotificationsUnit,
    renderer: EmailRenderer,
    marketer: Marketer,
    campaign_id: UUID,
    locale: str,
    message: int,
    subject: int,
    *,
    is_dark: bool,
) -> str:
    """The HTML of the mail of this message, with the colours of one scheme whatever the reader's own is.

    Raises NotFound, also of a message or a subject, and CampaignNotReady for a language it has no text in.
    """
    with uow.reading() as uow:
        campaign = uow.campaigns.find(marketer.site, campaign_id)
    if campaign is None or not campaign.plan.has(message, subject):
        raise NotFound()
    if locale not in campaign.plan.documents[message].texts:
        raise CampaignNotReady(field="locale", language=locale)
    params = {**campaign_params(campaign_id, message), "subject_number": str(subject)}
    email = Email(campaign_id, NOBODY, CAMPAIGN_TEMPLATES[campaign.plan.kind], params)
    recipient = Recipient("nobody@example.org", "", locale, marketer.site, is_confirmed=True)
    rendered = renderer.render(*with_content(email, recipient, campaign), None, is_discreet=False)
    mail = message_from_bytes(rendered.content, policy=default)
    html = str(mail.get_body(("html",)).get_content())  # type: ignore[union-attr]
    return html.replace(DARK, "@media all" if is_dark else "@media not all")
