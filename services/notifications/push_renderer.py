from shared.kit.core import Texts
from shared.languages import localized_path
from shared.sites import SiteDirectory

from notifications.domain.email import Recipient
from notifications.domain.push import Push, PushContent
from notifications.domain.push_kinds import PushKind


class PushRenderer:
    """Renders pushes: the kind of event and a count, without names or words."""

    def __init__(self, texts: Texts, sites: SiteDirectory) -> None:
        self._texts, self._sites = texts, sites

    def render(self, push: Push, recipient: Recipient, *, count: int, is_fictional: bool) -> PushContent:
        site = self._sites.get(recipient.site)
        locale = site.spoken(recipient.locale)
        texts = self._texts.with_own(site.texts("mails"))
        body = texts.plural(f"push_{push.kind}", locale, count)
        if is_fictional:
            own = site.fictional_label(locale)
            body = f"{body} ({own or texts.find('fictional', locale) or 'fictional profile'})"
        page = push.kind.rules.page.format(about_id=push.about_id, conversation_id=push.conversation_id)
        return PushContent(
            kind=push.kind,
            title=site.name,
            body=body,
            tag=push.topic,
            path=localized_path(locale, page),
            count=count,
            is_fictional=is_fictional,
            refuse=self._texts.find("push_refuse", locale) or "" if push.kind is PushKind.CALL else "",
        )

    def contact(self, recipient: Recipient) -> str:
        """The address at which a push service reaches the operator of the recipient's site."""
        return self._sites.get(recipient.site).support_email
