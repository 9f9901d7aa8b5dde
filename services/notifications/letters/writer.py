from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, localtime
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from servicekit.texts import LOCALES, Texts
from sites import SiteDirectory

from notifications.domain.mail import Addressee, Mail
from notifications.letters.letter import DEFAULT_LOCALE, Words, letter_of
from notifications.ports import Name
from notifications.unsubscribe_links import UnsubscribeLinks


class LetterWriter:
    def __init__(self, locales: Path, sites: SiteDirectory, links: UnsubscribeLinks, public_url: str) -> None:
        self._texts = Texts(locales, "mails")
        self._others = {file: Texts(locales, file) for file in ("complaints", "photos")}
        self._sites, self._links, self._public_url = sites, links, public_url.rstrip("/")
        environment = Environment(
            loader=PackageLoader("notifications.letters"),
            autoescape=select_autoescape(["html"]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._text, self._html = environment.get_template("letter.txt"), environment.get_template("letter.html")

    def write(self, mail: Mail, to: Addressee, about: Name | None) -> EmailMessage:
        site = self._sites.get(to.site)
        locale = to.locale if to.locale in LOCALES else DEFAULT_LOCALE
        address = self._sites.address_of(to.site, self._public_url)
        words = Words(self._texts, self._others, locale, site, address)
        letter = letter_of(mail, to, about, words)
        kind = mail.template.kind
        unsubscribe = self._links.make(address, mail.member_id, kind) if kind else None
        token = self._links.token(mail.member_id, kind) if kind else None

        message = EmailMessage()
        message["Subject"] = _one_line(letter.subject)
        message["From"] = Address(site.name, addr_spec=site.support_email)
        message["To"] = Address(addr_spec=to.email)
        message["Date"] = format_datetime(mail.created_at or localtime())
        # The same for every try, so that mailboxes can show a mail that came twice once.
        message["Message-ID"] = f"<{mail.id}@{site.support_email.partition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        if unsubscribe:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        footer = "footer_visitor" if mail.params.get("visitor") else "footer"
        content = {
            "letter": letter,
            "locale": locale,
            "site": site.name,
            "link_hint": words.say("link_hint"),
            "footer": words.say(footer, support_email=site.support_email),
            "choose_mails": words.say("choose_mails"),
            # Behind the #, so that no server and no Referer sees it: the page turns this one switch without a login.
            "choose_mails_url": f"{words.page('/notifications')}#token={token}" if token else None,
        }
        message.set_content(self._text.render(content))
        message.add_alternative(self._html.render(content), subtype="html")
        # Set last: what is about content moves into the parts as they are made.
        message["Content-Language"] = locale
        return message


def _one_line(text: str) -> str:
    """Header lines end at line breaks; names come from members."""
    return " ".join(text.split())
