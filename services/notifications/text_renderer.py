from collections.abc import Mapping
from zoneinfo import ZoneInfo

from shared.kit.core import Texts
from shared.languages import localized_path
from shared.sites import SiteDirectory
from shared.text_messages import gsm
from shared.text_messages.message import TextMessage

from notifications.domain.text_message import QueuedText
from notifications.emails.formats import short_moment
from notifications.ports import DateContact


class TextRenderer:
    """Renders text messages so that each fits in one of 160 characters."""

    def __init__(self, texts: Texts, sites: SiteDirectory) -> None:
        self._texts, self._sites = texts, sites

    def to_date_contact(self, queued: QueuedText, contact: DateContact) -> TextMessage:
        """The message to the person chosen for a date. A name too long for it is shortened; link and time never are."""
        site = self._sites.get(contact.site)
        locale = site.spoken(contact.locale or site.domain_language)
        link = f"{site.base_url}{localized_path(locale, '/plan')}#token={contact.words['token']}"
        values = {"site": site.name, "link": link, "time": _answered(contact.words, locale)}
        texts = self._texts.with_own(site.texts("mails"))

        def said(maker: str) -> str:
            return gsm.plain(texts.find(f"sms_{queued.purpose}", locale, {**values, "maker": maker}) or link)

        name = maker = contact.words["maker"]
        while gsm.length(said(maker)) > gsm.SEPTETS and len(name) > 1:
            name = name[:-1].rstrip(" .")
            maker = f"{name}."
        return TextMessage(queued.id, contact.phone, said(maker), site.text_sender, site.sms_account)


def _answered(words: Mapping[str, str], locale: str) -> str:
    """When the member answered that they are fine; empty before."""
    at = words.get("fine_at")
    return short_moment(at, locale, ZoneInfo(words["time_zone"])) if at else ""
