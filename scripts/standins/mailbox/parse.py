"""From the bytes of a mail to what a person reads. Whatever the bytes are, there is an answer."""

import email
import email.policy
from dataclasses import dataclass
from email.message import EmailMessage


@dataclass(frozen=True)
class Content:
    subject: str
    sender: str
    text: str
    html: str


def parse_mail(raw: bytes) -> Content:
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    return Content(
        subject=_header(mail, "subject"),
        sender=_header(mail, "from"),
        text=_body(mail, "plain"),
        html=_body(mail, "html"),
    )


def readable(text: str) -> str:
    """The same text, with what cannot be written in UTF-8 replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return readable(str(mail.get(name, "")))
    # The standard library's header parser raises errors of many kinds on malformed headers.
    except Exception:
        return ""


def _body(mail: EmailMessage, subtype: str) -> str:
    try:
        part = mail.get_body((subtype,))
    except Exception:
        return ""
    if part is None:
        return ""
    try:
        return readable(str(part.get_content())).replace("\r\n", "\n")
    # An unknown charset or a broken transfer encoding: show what can be read.
    except Exception:
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
