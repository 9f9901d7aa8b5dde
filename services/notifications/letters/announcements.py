from servicekit.texts import LOCALES, Texts
from sites import SiteDirectory

from notifications.domain.mail import Addressee
from notifications.domain.push import Notice, Push, Told
from notifications.letters.letter import DEFAULT_LOCALE, counted


class AnnouncementWriter:
    """What a device shows of a push: that something happened and how much, never who said what."""

    def __init__(self, texts: Texts, sites: SiteDirectory) -> None:
        self._texts, self._sites = texts, sites

    def write(self, push: Push, to: Addressee, *, count: int, is_fictional: bool) -> Told:
        locale = to.locale if to.locale in LOCALES else DEFAULT_LOCALE
        body = counted(self._texts, f"push_{push.notice}", locale, count)
        if is_fictional:
            body = f"{body} ({self._texts.find('fictional', locale) or 'fictional profile'})"
        return Told(
            notice=push.notice,
            title=self._sites.get(to.site).name,
            body=body,
            tag=push.topic,
            path=self._path(push, locale),
            count=count,
            is_fictional=is_fictional,
        )

    def contact(self, to: Addressee) -> str:
        return self._sites.get(to.site).support_email

    def _path(self, push: Push, locale: str) -> str:
        prefix = "" if locale == DEFAULT_LOCALE else f"/{locale}"
        match push.notice:
            case Notice.LIKE:
                return f"{prefix}/likes"
            case Notice.MATCH:
                return f"{prefix}/likes/m/{push.about_id}"
            case Notice.UNREAD:
                return f"{prefix}/chats"
            case _:
                return f"{prefix}/chats/{push.conversation_id}"
