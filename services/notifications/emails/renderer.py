import quopri
from email.header import Header
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32
from email.utils import format_datetime, formataddr, localtime
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from shared.kit.core import MethodNames, SigningKeys, Texts
from shared.mail_address import normal_address
from shared.sites import SiteDirectory
from shared.sites.theme import BRAND, turned

from notifications.domain.email import Email, Recipient
from notifications.domain.mail_provider import MailProvider
from notifications.domain.member_name import MemberName
from notifications.emails.content import Context, EmailContent, EmailTexts, content_of
from notifications.emails.formats import sender_line
from notifications.emails.variations import VARIATIONS
from notifications.ports import Attachment, OutgoingEmail
from notifications.unsubscribe_links import UnsubscribeLinks

# EmailMessage parses each header when it is set and when it is written, and encodes bodies in Python: four times the
# processor time of everything else about an email.
POLICY = compat32.clone(linesep="\r\n", max_line_length=998)  # links in headers are not folded (RFC 5322, 2.1.1)
# No part of an email contains it: "=" is followed by a digit, a letter or a line break in quoted-printable (RFC 2045).
BOUNDARY = "=_{}"


class EmailRenderer:
    def __init__(
        self,
        locales: Path,
        sites: SiteDirectory,
        links: UnsubscribeLinks,
        statement_keys: SigningKeys,
        provider: MailProvider = MailProvider.ADAPTER,
    ) -> None:
        self._texts = Texts(locales, "mails")
        self._app_texts = {file: Texts(locales, file) for file in ("complaints", "photos")}
        self._methods = MethodNames(locales)
        self._sites, self._links, self._statement_keys, self._provider = sites, links, statement_keys, provider
        environment = Environment(
            loader=PackageLoader("notifications.emails"),
            autoescape=select_autoescape(["html"]),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._text, self._html = environment.get_template("email.txt"), environment.get_template("email.html")

    def render(
        self,
        email: Email,
        recipient: Recipient,
        partner: MemberName | None,
        attachment: Attachment | None = None,
        *,
        is_discreet: bool,
    ) -> OutgoingEmail:
        """The whole email; rendering it again gives the same one.

        A discreet email states of the other member only whether the profile is fictional.
        """
        site = self._sites.get(recipient.site)
        locale = site.spoken(recipient.locale)
        own = self._texts.with_own(site.texts("mails"))
        app = {file: texts.with_own(site.texts(file)) for file, texts in self._app_texts.items()}
        methods = self._methods.with_own(site.texts("credits"))
        texts = EmailTexts(own, app, methods, locale, site, site.base_url)
        # Signed at delivery, with the key that is in use by then.
        decision_id = email.params.get("decision_id")
        statement = self._statement_keys.token(decision_id) if decision_id else None
        content = content_of(Context(email, recipient, partner, is_discreet, texts, statement), VARIATIONS)
        kind = email.template.rules.preference

        values = _values(content, texts, email, self._links.token(email.member_id, kind) if kind else None)
        message = MIMEMultipart("alternative", BOUNDARY.format(email.id.hex))
        message.attach(_text(self._text.render(values), "plain"))
        message.attach(_text(self._html.render(values), "html"))
        if attachment:
            alternatives, message = message, MIMEMultipart("mixed", BOUNDARY.format(f"mixed_{email.id.hex}"))
            message.attach(alternatives)
            message.attach(_attached(attachment))
        message["Subject"] = Header(_one_line(content.subject), header_name="Subject").encode()
        sender = normal_address(site.support_email)
        message["From"] = formataddr((site.name, sender))
        # Accounts of earlier releases may have a domain in letters, which only relays with SMTPUTF8 take.
        address = normal_address(recipient.email)
        # Other letters than ASCII before the @ are sent as they are (RFC 6532), which the policy does to raw bytes.
        message["To"] = address.encode().decode("ascii", "surrogateescape")
        message["Date"] = format_datetime(email.created_at or localtime())
        # The same for every try, so that mailboxes can show an email that was delivered twice once.
        message["Message-ID"] = f"<{email.id}@{sender.partition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        # Microsoft's servers send absence notices in spite of it, and read receipts.
        message["X-Auto-Response-Suppress"] = "All"
        for name, value in self._provider.headers(email.id).items():
            message[name] = value
        if kind:
            message["List-Unsubscribe"] = f"<{self._links.make(site.base_url, email.member_id, kind)}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Content-Language"] = locale
        return OutgoingEmail(sender, address, message.as_bytes(policy=POLICY))


def _colours(hue: int) -> dict[str, str]:
    """The colours of BRAND by `name` and `name_dark`: mailboxes know no variables."""
    named = {name.replace("-", "_"): pair for name, pair in BRAND.items()}
    light = {name: turned(pair[0], hue) for name, pair in named.items()}
    return light | {f"{name}_dark": turned(pair[1], hue) for name, pair in named.items()}


def _values(content: EmailContent, texts: EmailTexts, email: Email, token: str | None) -> dict[str, object]:
    site, choice = texts.site, "/notifications"
    footer = "footer_visitor" if email.params.get("visitor") else "footer"
    if email.template.rules.to_date_contact:
        token, choice, footer = email.params["refusal_token"], "/plan-refusal", "footer_date_contact"
    return {
        "email": content,
        "colour": _colours(site.hue),
        "logo": site.brand.logo_version and f"{site.base_url}{site.brand.address('icon-192.png')}",
        "locale": texts.locale,
        "site": site.name,
        "link_hint": texts.say("link_hint"),
        "sender": sender_line(site.company, texts.locale),
        "footer": texts.say(footer),
        "choose_mails": texts.say("refuse_plan_mails" if email.template.rules.to_date_contact else "choose_mails"),
        # The token stands behind the #, which no server and no Referer sees. The page turns the switch without a login.
        "choose_mails_url": f"{texts.page(choice)}#token={token}" if token else None,
    }


def _text(text: str, subtype: str) -> MIMENonMultipart:
    part = MIMENonMultipart("text", subtype, charset="utf-8")
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(quopri.encodestring(text.encode()).decode("ascii"))
    return part


def _attached(attachment: Attachment) -> MIMEApplication:
    part = MIMEApplication(attachment.content, "pdf")
    part.add_header("Content-Disposition", "attachment", filename=attachment.file_name)
    return part


def _one_line(text: str) -> str:
    """A header ends at a line break, and names come from members."""
    return " ".join(text.split())
