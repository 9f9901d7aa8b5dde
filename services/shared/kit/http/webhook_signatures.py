"""Signatures of webhooks: `t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">`, valid for five minutes."""

import hmac
import time
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from flask import request

from shared.kit.core.errors import Forbidden

SIGNATURE_HEADER = "X-Webhook-Signature"
MAX_AGE_SECONDS = 300
View = Callable[..., Any]


def signed(keys: Callable[[], Iterable[str]], refusal: type[Forbidden]) -> Callable[[View], View]:
    """Accept only requests that one of the keys has signed within `MAX_AGE_SECONDS`; raise `refusal` for others.

    Stands outside `endpoint`, which reads the body.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def check(**path: Any) -> Any:
            if not is_signed(request.headers.get(SIGNATURE_HEADER, ""), request.get_data(), keys()):
                raise refusal()
            return view(**path)

        return check

    return decorate


def sign(key: str, at: str, body: bytes) -> str:
    """The `v1` of this body."""
    return hmac.new(key.encode(), at.encode() + b"." + body, "sha256").hexdigest()


def is_signed(header: str, body: bytes, keys: Iterable[str]) -> bool:
    """Whether one of the keys has signed this body within `MAX_AGE_SECONDS`."""
    fields = dict(part.partition("=")[::2] for part in header.split(","))
    at, given = fields.get("t", ""), fields.get("v1", "")
    if not at.isascii() or not at.isdigit() or abs(time.time() - int(at[:12])) > MAX_AGE_SECONDS:
        return False
    return any(hmac.compare_digest(sign(key, at, body).encode(), given.encode()) for key in keys)
