"""Content of an email before its layout."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from shared.kit.core import MethodNames, Texts
from shared.languages import localized_path
from shared.sites import Site

from notifications.domain.email import Email, Recipient
from notifications.domain.email_templates import EmailTemplate
from notifications.domain.member_name import MemberName

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EmailContent:
    """`facts` are pairs of a label and a value."""

    subject: str
    title: str
    text: str
    button: str
    url: str
    facts: Facts = ()
    note: str | None = None
    preheader: str | None = None
    # Blocks of a campaign mail take the place of the text.
    blocks: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class EmailTexts:
    """Texts of emails in one language, about one site. `app` has the files of the web app that emails quote."""

    emails: Texts
    app: Mapping[str, Texts]
    methods: MethodNames
    locale: str
    site: Site
    public_url: str

    def find(self, key: str, **params: Any) -> str | None:
        site = {"site": self.site.name, "support_email": self.site.support_email}
        return self.emails.find(key, self.locale, {**site, **params})

    def say(self, key: str, **params: Any) -> str:
        return self.find(key, **params) or key

    def plural(self, key: str, count: int) -> str:
        return self.emails.plural(key, self.locale, count)

    def plural_or_none(self, key: str, count: int) -> str | None:
        """The text in the plural form of the count, or None where the emails have neither."""
        text = self.plural(key, count)
        return None if text == key else text

    def of_app(self, file: str, key: str, **params: Any) -> str:
        """A text that the web app shows, too, such as the reason of a decision."""
        return self.app[file].find(key, self.locale, params) or ""

    @property
    def fictional(self) -> str:
        """The mark of a fictional profile: the site's own, else the product's."""
        return self.site.fictional_label(self.locale) or self.say("fictional")

    def page(self, path: str) -> str:
        return f"{self.public_url}{localized_path(self.locale, path)}"


@dataclass(frozen=True)
class Context:
    """Everything the content of an email depends on. `partner` is the other member it is about, None if unknown."""

    email: Email
    recipient: Recipient
    partner: MemberName | None
    is_discreet: bool
    texts: EmailTexts
    statement: str | None = None  # the token of the link to a decision's statement of reasons

    @property
    def params(self) -> Mapping[str, str]:
        return self.email.params


# Changes the standard content of a template, for example by adding facts.
Variation = Callable[[EmailContent, Context], EmailContent]


def content_of(context: Context, variations: Mapping[EmailTemplate, Variation]) -> EmailContent:
    """The standard content of the email's template, changed by the variation of the template, if it has one."""
    vary = variations.get(context.email.template)
    content = _standard(context)
    return vary(content, context) if vary else content


def _standard(context: Context) -> EmailContent:
    email, texts = context.email, context.texts
    rules, note = email.template.rules, f"{context.email.template}_note"
    subject = texts.say(f"{email.template}_subject")
    content = EmailContent(
        subject=subject,
        title=texts.find(f"{email.template}_title", name=context.recipient.name) or subject,
        text=texts.say(f"{email.template}_text"),
        button=texts.say(f"{email.template}_button"),
        url=texts.page(
            rules.page.format(**{"about_id": email.about_id, "statement": context.statement, **email.params})
        ),
        note=texts.find(note) or texts.plural_or_none(note, texts.site.refund_days),
    )
    if rules.plural:
        subject = texts.plural(f"{email.template}_subject", int(email.params[rules.plural]))
        content = replace(content, subject=subject, title=subject)
    return _with_partner(content, context) if rules.names_partner else content


def _with_partner(content: EmailContent, context: Context) -> EmailContent:
    """Name the other member in the subject, and nothing else about them.

    Without a known name nobody is named: a name without its mark could be a fictional profile's. A discreet email
    names nobody, and keeps the mark.
    """
    template, texts, partner = context.email.template, context.texts, context.partner
    fictional, notes = texts.fictional, [content.note]
    if partner is None or context.is_discreet:
        subject = texts.say(f"{template}_subject_nameless")
        if partner and partner.is_fictional:
            subject = f"{subject} ({fictional})"
    else:
        name = f"{partner.name} ({fictional})" if partner.is_fictional else partner.name
        subject = texts.say(f"{template}_subject", partner=name)
        if partner.is_fictional:
            notes.insert(0, texts.say("fictional_note", name=partner.name))
    return replace(content, subject=subject, title=subject, note=" ".join(note for note in notes if note) or None)
