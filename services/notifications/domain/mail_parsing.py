"""Parsing of received mail. Nothing in it is trusted, and nothing raises: what cannot be read is recorded as such."""

import codecs
import hashlib
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from email.utils import getaddresses
from html.parser import HTMLParser

from shared.mail_address import normal_address

from notifications.domain.support_inbox import (
    LONGEST_TEXT,
    MESSAGE_ID,
    AttachmentFact,
    InboundMail,
    MailKind,
    split_token,
)

Headers = Sequence[tuple[str, str]]
LONGEST_SUBJECT, LONGEST_NAME, LONGEST_HTML = 250, 100, 200_000
MOST_ATTACHMENTS, MOST_CITED, MOST_PARTS = 20, 50, 100
# Of one header, and of all that come before the text.
LONGEST_HEADER, LONGEST_HEADERS = 4_000, 100_000
# Above these only headers are parsed: the parser keeps each line, makes an object of each part and of each block of a
# delivery report, and compares each line with the boundary of each multipart around it.
MOST_LINES, MOST_BOUNDARIES, MOST_CONTAINERS = 400_000, 1_000, 30
# Control characters, marks that change the direction of what follows, and halves of surrogate pairs.
HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
BULK = frozenset({"bulk", "junk", "list", "auto_reply"})
ROBOTS = frozenset({"mailer-daemon", "postmaster"})
MARKED_AS_SPAM = frozenset({"x-spam-flag", "x-spam-status", "x-mailgun-sflag"})
# Codecs whose time grows with the square of the length.
SLOW_CODECS = frozenset({"punycode", "idna"})
FAILED = re.compile(r"^action:[ \t]*failed\b", re.IGNORECASE | re.MULTILINE)
DELIVERY_STATUS = re.compile(r'multipart/report\b.*\breport-type\s*=\s*"?delivery-status\b', re.IGNORECASE | re.DOTALL)
UNSEEN = frozenset({"script", "style", "head", "title", "template"})
BREAKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "blockquote", "table", "ul", "ol"})


class _CutHeaders(Compat32):
    """The parser's rules, with headers no longer than LONGEST_HEADER, also those of parts."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


PARSER = BytesParser(policy=_CutHeaders())


def mail_from_mime(raw: bytes, recipient: str, own: Collection[str]) -> InboundMail:
    """The mail of an RFC 5322 message. `own` are the addresses of support, without tags."""
    # A mail that cannot be read, or not in time, is kept as its first lines.
    plain, html = raw[: LONGEST_TEXT + 1].decode("utf-8", "replace"), ""
    attachments: list[AttachmentFact] = []
    reports: list[str] = []
    try:
        if _is_parsable(raw):
            plain, html, attachments, reports = _parts(PARSER.parsebytes(raw))
    # The parser has faults of its own.
    except Exception:
        attachments = []
    return mail_of(_headers(raw), recipient, plain, html, attachments, own, reports)


def mail_of(
    headers: Headers,
    recipient: str,
    plain: str,
    html: str,
    attachments: Sequence[AttachmentFact],
    own: Collection[str],
    reports: Sequence[str] = (),
) -> InboundMail:
    """The mail of these headers and texts. `reports` are texts of a bounce that name the mail which bounced."""
    found: dict[str, list[str]] = {}
    for name, value in headers:
        found.setdefault(name.lower(), []).append(value[:LONGEST_HEADER])
    name, sender = _sender(found)
    words = plain.strip() or text_of_html(html)
    # Cut first: normalization takes time that grows with the square of a run of marks.
    text = clean(words[:LONGEST_TEXT])
    subject = " ".join(clean(_decoded(_first(found, "subject"))).split())[:LONGEST_SUBJECT]
    kind = _kind(found, sender, own, reports)
    ids = MESSAGE_ID.findall(_first(found, "message-id"))
    cited = [each for field in ("references", "in-reply-to") for value in found.get(field, ()) for each in _ids(value)]
    if kind is MailKind.BOUNCE:
        cited += [each for report in reports for each in _ids(report)]
    what = (recipient.lower(), *ids[:1], _first(found, "date"), sender, subject, text)
    return InboundMail(
        recipients=tuple(_recipients(recipient, found)),
        sender=sender,
        sender_name=clean(name).replace("\n", " ")[:LONGEST_NAME],
        subject=subject,
        message_id=ids[0] if ids else "",
        cited=tuple(dict.fromkeys(cited[-MOST_CITED:])),
        text=text[:LONGEST_TEXT],
        is_cut=len(words) > LONGEST_TEXT or len(html) > LONGEST_HTML,
        attachments=tuple(attachments[:MOST_ATTACHMENTS]),
        kind=kind,
        is_spam=any(
            value.strip().lower().startswith("yes") for each in MARKED_AS_SPAM for value in found.get(each, ())
        ),
        fingerprint=hashlib.sha256("\x00".join(what).encode("utf-8", "replace")).digest(),
    )


def clean(text: str) -> str:
    """The text with line feeds alone, and without characters that are invisible or change what others look like."""
    text = HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return unicodedata.normalize("NFC", text).strip()


def text_of_html(html: str) -> str:
    """The words of an HTML mail: nothing of it is ever rendered. A link shows where it leads."""
    words = _Words()
    try:
        # No close(): for what is open at the end it takes time that grows with the square of the length.
        words.feed(html[:LONGEST_HTML] + "\n")
    # HTMLParser raises AssertionError for some broken declarations.
    except Exception:
        words.said.append("")
    lines = [" ".join(line.split()) for line in "".join(words.said).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._unseen = 0
        self._links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # Whatever was left open before it, the body is seen.
        self._unseen = 0 if tag == "body" else self._unseen + (tag in UNSEEN)
        if tag in BREAKS:
            self.said.append("\n")
        if tag == "a":
            link = dict(attrs).get("href") or ""
            self._links.append(link if link.startswith(("http://", "https://")) else "")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN and self._unseen:
            self._unseen -= 1
        if tag in BREAKS and tag != "br":
            self.said.append("\n")
        if tag == "a" and self._links and (link := self._links.pop()) and not self._unseen:
            self.said.append(f" ({link})")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.said.append(data)


def _is_parsable(raw: bytes) -> bool:
    lower = raw.lower()
    reports = lower.count(b"message/delivery-status")
    return (
        raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n") <= MOST_LINES
        and raw.count(b"\n--") + raw.count(b"\r--") <= MOST_BOUNDARIES
        and lower.count(b"multipart/") + reports <= MOST_CONTAINERS
        and (not reports or sum(map(raw.count, (b"\n\n", b"\n\r", b"\r\r"))) <= MOST_BOUNDARIES)
    )


def _headers(raw: bytes) -> Headers:
    try:
        message = PARSER.parsebytes(raw[:LONGEST_HEADERS], headersonly=True)
        return [(name, str(value)) for name, value in message.items()]
    except Exception:
        return []


def _parts(message: Message) -> tuple[str, str, list[AttachmentFact], list[str]]:
    plain: list[str] = []
    html: list[str] = []
    attachments: list[AttachmentFact] = []
    reports: list[str] = []
    for part in _leaves(message):
        kind = part.get_content_type()
        file_name = part.get_filename()
        if kind in ("message/rfc822", "text/rfc822-headers", "message/delivery-status"):
            reports.append(part.as_string()[:LONGEST_TEXT])
        elif kind in ("text/plain", "text/html") and not file_name and part.get_content_disposition() != "attachment":
            (plain if kind == "text/plain" else html).append(_text(part))
        else:
            content = part.get_payload(decode=True)
            size = len(content) if isinstance(content, bytes) else 0
            attachments.append(attachment(_decoded(str(file_name or "")), kind, size))
    return "\n".join(plain), "\n".join(html), attachments, reports


def attachment(name: str, media_type: str, size: int) -> AttachmentFact:
    name, media_type = clean(name[:LONGEST_HEADER]), clean(media_type[:LONGEST_HEADER])
    return AttachmentFact(name.replace("\n", " ")[:LONGEST_NAME], media_type[:LONGEST_NAME], size)


def _leaves(message: Message) -> Iterator[Message]:
    """The parts that have no parts, at most MOST_PARTS; a forwarded message is one."""
    waiting, seen = [message], 0
    while waiting and seen < MOST_PARTS:
        part, seen = waiting.pop(), seen + 1
        content = part.get_payload()
        if isinstance(content, list) and part.get_content_maintype() == "multipart":
            waiting += [each for each in reversed(content) if isinstance(each, Message)]
        else:
            yield part


def _text(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ""
    content = content[: 4 * LONGEST_HTML]
    try:
        codec = codecs.lookup(part.get_content_charset() or "utf-8").name
        return content.decode("utf-8" if codec in SLOW_CODECS else codec, "replace")
    # UnicodeError is a ValueError.
    except (LookupError, ValueError):
        return content.decode("utf-8", "replace")


def _decoded(value: str) -> str:
    """A header in words (RFC 2047)."""
    try:
        parts = decode_header(value)
        return "".join(
            part.decode(code or "utf-8", "replace") if isinstance(part, bytes) else part for part, code in parts
        )
    except Exception:
        return value


def _sender(found: dict[str, list[str]]) -> tuple[str, str]:
    """Name and address of the sender; the address is empty if there is none, or more than one From line."""
    lines = found.get("from", [])
    pairs = _addresses([_decoded(each) for each in lines]) if len(lines) == 1 else []
    try:
        name, address = pairs[0] if len(pairs) == 1 else ("", "")
        return name, normal_address(address)
    except ValueError:
        return "", ""


def _addresses(lines: Sequence[str]) -> list[tuple[str, str]]:
    try:
        return getaddresses(list(lines))
    # RecursionError, for one, of comments in comments.
    except Exception:
        return []


def _recipients(recipient: str, found: dict[str, list[str]]) -> Iterator[str]:
    """The envelope's recipient first, then what headers say of one."""
    yield recipient.strip().lower()
    for field in ("delivered-to", "x-original-to", "x-forwarded-to", "to", "cc"):
        for _, address in _addresses(found.get(field, [])[:5])[:20]:
            yield address.strip().lower()


def _kind(found: dict[str, list[str]], sender: str, own: Collection[str], reports: Sequence[str]) -> MailKind:
    # Reports of delays and receipts are no bounces, nor is an absence notice, whose envelope has no sender either.
    # Bounces are marked as automatic, too (RFC 3834).
    if DELIVERY_STATUS.match(_first(found, "content-type").strip()) and any(map(FAILED.search, reports)):
        return MailKind.BOUNCE
    if _first(found, "x-failed-recipients") or _first(found, "content-type").lower().startswith("multipart/report"):
        return MailKind.AUTO
    if _first(found, "return-path").strip() == "<>" or sender.partition("@")[0] in ROBOTS:
        return MailKind.AUTO
    if not sender:
        return MailKind.MALFORMED
    if split_token(sender)[0] in own:
        return MailKind.LOOP
    submitted = _first(found, "auto-submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no") or _first(found, "precedence").strip().lower() in BULK:
        return MailKind.AUTO
    if any(each in found for each in ("list-id", "x-autoreply", "x-autorespond")):
        return MailKind.AUTO
    return MailKind.MAIL


def _ids(text: str) -> list[str]:
    return MESSAGE_ID.findall(text)


def _first(found: dict[str, list[str]], name: str) -> str:
    return found.get(name, [""])[0]
