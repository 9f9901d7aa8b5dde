"""Decode a mail to readable text. Malformed bytes are decoded as far as possible; nothing raises."""

import email
import email.policy
from dataclasses import dataclass
from email.message import EmailMessage


@dataclass(frozen=True)
class MailContent:
    subject: str
    sender: str
    text: str
    html: str


def parse_mail(raw: bytes) -> MailContent:
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    return MailContent(
        subject=_header(mail, "subject"),
        sender=_header(mail, "from"),
        text=_body(mail, "plain"),
        html=_body(mail, "html"),
    )


def readable(text: str) -> str:
    """The same text with unencodable characters replaced."""
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
    # An unknown charset or a broken transfer encoding: decode as far as possible.
    except Exception:
        payload = part.get_payload(decode=True)
        return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
