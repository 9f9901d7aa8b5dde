"""Campaign mails: their content is a document of the marketing desk."""

import json
from dataclasses import replace
from urllib.parse import quote

from notifications.domain.campaign_document import PAYMENT_PAGE
from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Variation


def _campaign(content: EmailContent, context: Context) -> EmailContent:
    """The link carries a discount code and nothing about its reader: neither opens nor clicks are counted."""
    params, code = context.params, context.params["code"]
    subject, blocks = params["subject"], tuple(json.loads(params["blocks"]))
    is_test = context.email.template is EmailTemplate.CAMPAIGN_TEST
    carries_code = code and params["page"] == PAYMENT_PAGE
    return replace(
        content,
        subject=f"[Test] {subject}" if is_test else subject,
        title=subject,
        text="",
        preheader=params["preheader"],
        blocks=blocks,
        button=params["button"],
        url=f"{content.url}?code={quote(code)}" if carries_code else content.url,
        facts=((context.texts.say("campaign_code"), code),) if code else (),
    )


VARIATIONS: dict[EmailTemplate, Variation] = {
    EmailTemplate.CAMPAIGN_PROMOTIONS: _campaign,
    EmailTemplate.CAMPAIGN_NEWSLETTER: _campaign,
    EmailTemplate.CAMPAIGN_TEST: _campaign,
}
