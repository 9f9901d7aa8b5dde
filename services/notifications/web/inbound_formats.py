"""Received mails as mail providers hand them over. Each function reads the current request, and proves that it is
genuine. It takes the keys, any of which may have been used, and raises WebhookUnsigned or Malformed."""

import json
from base64 import b64decode
from collections.abc import Callable, Collection, Sequence
from typing import Any

from cryptography.hazmat.primitives.serialization import load_der_public_key
from flask import request
from shared.kit.core import Malformed
from shared.kit.http import SIGNATURE_HEADER, is_signed, parse

from notifications.domain.mail_parsing import attachment, mail_from_mime, mail_of
from notifications.domain.mail_provider import MailProvider
from notifications.domain.support_inbox import AttachmentFact, InboundMail
from notifications.errors import WebhookUnsigned
from notifications.web.report_formats import check_password, is_signed_by_mailgun

LARGEST_FORM = 21_000_000


def read_mail(provider: MailProvider, keys: Sequence[str], own: Collection[str]) -> InboundMail:
    """The mail of the current request, in the provider's format. `own` are the addresses of support."""
    try:
        return _FORMATS.get(provider, _adapter)(keys, own)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise Malformed() from error


def _adapter(keys: Sequence[str], own: Collection[str]) -> InboundMail:
    """`{"recipient": "...", "raw": "<base64 of the message as it came>"}`, signed as reports of bounces are."""
    # SendGrid's key for reports is public: whoever has it could sign.
    secrets = [key for key in keys if not _is_public_key(key)]
    if not is_signed(request.headers.get(SIGNATURE_HEADER, ""), request.get_data(), secrets):
        raise WebhookUnsigned()
    body = parse(request.get_data())
    if set(body) != {"recipient", "raw"}:
        raise Malformed()
    return mail_from_mime(b64decode(body["raw"], validate=True), _text(body["recipient"]), own)


def _postmark(keys: Sequence[str], own: Collection[str]) -> InboundMail:
    """The inbound webhook of Postmark, proved with the password of its address."""
    check_password(keys)
    body = parse(request.get_data())
    headers = [(_text(each["Name"]), _text(each["Value"])) for each in body.get("Headers") or ()]
    # From, To and Subject are fields of their own, and so is the date.
    known = {name.lower() for name, _ in headers}
    for name in ("From", "To", "Cc", "Subject", "Date"):
        if name.lower() not in known and body.get(name):
            headers.append((name, _text(body[name])))
    found = [
        attachment(_text(each.get("Name") or ""), _text(each.get("ContentType") or ""), int(each["ContentLength"]))
        for each in body.get("Attachments") or ()
    ]
    recipient, plain, html = (_text(body.get(name) or "") for name in ("OriginalRecipient", "TextBody", "HtmlBody"))
    return mail_of(headers, recipient, plain, html, found, own, [plain])


def _mailgun(keys: Sequence[str], own: Collection[str]) -> InboundMail:
    """A route of Mailgun that forwards to us: with the whole message where the address ends with `mime`, else in
    fields."""
    request.max_form_memory_size = LARGEST_FORM
    form = request.form
    if not is_signed_by_mailgun(form, keys):
        raise WebhookUnsigned()
    recipient = form["recipient"]
    if "body-mime" in form:
        return mail_from_mime(form["body-mime"].encode("utf-8", "surrogateescape"), recipient, own)
    headers = [(_text(name), _text(value)) for name, value in json.loads(form["message-headers"])]
    found: list[AttachmentFact] = []
    for file in request.files.values():
        size = file.stream.seek(0, 2)
        found.append(attachment(file.filename or "", file.mimetype, size))
    plain = form.get("body-plain", "")
    return mail_of(headers, recipient, plain, form.get("body-html", ""), found, own, [plain])


_FORMATS: dict[MailProvider, Callable[[Sequence[str], Collection[str]], InboundMail]] = {
    MailProvider.POSTMARK: _postmark,
    MailProvider.MAILGUN: _mailgun,
}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Malformed()
    return value


def _is_public_key(key: str) -> bool:
    try:
        load_der_public_key(b64decode(key, validate=True))
    except ValueError:
        return False
    return True
