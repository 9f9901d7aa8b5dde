"""The weekly digest."""

from dataclasses import replace

from notifications.domain.email_templates import EmailTemplate
from notifications.emails.content import Context, EmailContent, Variation


def _weekly(content: EmailContent, context: Context) -> EmailContent:
    say, params = context.texts.say, context.params
    counts = ((say("weekly_likes"), params["likes"]), (say("weekly_unread"), params["unread"]))
    return replace(
        content,
        url=context.texts.page("/chats") if params["likes"] == "0" else content.url,
        facts=tuple((label, count) for label, count in counts if count != "0"),
    )


VARIATIONS: dict[EmailTemplate, Variation] = {EmailTemplate.WEEKLY: _weekly}
