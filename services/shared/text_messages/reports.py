"""Delivery reports of text messages: each function reads the current request, and proves that it is genuine."""

import hmac
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from flask import request

from shared.kit.core import Malformed
from shared.text_messages.provider import SmsProvider

SIGNATURE_HEADER = "X-Twilio-Signature"


class TextState(StrEnum):
    """How far a message got, as its provider says."""

    SENT = "sent"
    DELIVERED = "delivered"
    FAILED = "failed"


TWILIO = {
    "sent": TextState.SENT,
    "delivered": TextState.DELIVERED,
    "read": TextState.DELIVERED,
    "undelivered": TextState.FAILED,
    "failed": TextState.FAILED,
    "canceled": TextState.FAILED,
}
ELKS = {"sent": TextState.SENT, "delivered": TextState.DELIVERED, "failed": TextState.FAILED}


class ReportUnsigned(Exception):
    """Nothing proves that the report is the provider's."""


@dataclass(frozen=True)
class TextReport:
    """`reason` is the provider's code of a failure, if it gives one."""

    message_id: UUID
    state: TextState
    reason: str | None = None


def read_report(provider: SmsProvider, webhook_url: str, keys: Sequence[str]) -> TextReport | None:
    """The report of the current request; None for a step that says nothing of delivery.

    `webhook_url` is the address that the provider was given, because it signs that. Raises ReportUnsigned or Malformed.
    """
    fields = request.form
    match provider:
        case SmsProvider.TWILIO:
            address = f"{webhook_url}?{request.query_string.decode('ascii', 'replace')}"
            given = request.headers.get(SIGNATURE_HEADER, "").encode()
            genuine = (twilio_signature(key, address, dict(fields.items(multi=True))).encode() for key in keys)
            _check(hmac.compare_digest(mine, given) for mine in genuine)
            state, reason = TWILIO.get(fields.get("MessageStatus", "")), fields.get("ErrorCode", "")
        case SmsProvider.ELKS:
            password = (request.authorization.password or "") if request.authorization else ""
            _check(hmac.compare_digest(key.encode(), password.encode()) for key in keys)
            state, reason = ELKS.get(fields.get("status", "")), ""
        case _:
            raise ReportUnsigned
    try:
        message_id = UUID(request.args.get("id", ""))
    except ValueError as error:
        raise Malformed() from error
    if state is None:
        return None
    return TextReport(message_id, state, reason if re.fullmatch(r"[0-9]{1,6}", reason) else None)


def twilio_signature(token: str, address: str, fields: Mapping[str, str]) -> str:
    """Twilio's signature of a request: HMAC-SHA1 of its address and its sorted fields, in base64."""
    text = address + "".join(name + fields[name] for name in sorted(fields))
    return b64encode(hmac.new(token.encode(), text.encode(), "sha1").digest()).decode()


def _check(found: Iterable[bool]) -> None:
    # Each key is compared, whichever fits.
    if not any(list(found)):
        raise ReportUnsigned
