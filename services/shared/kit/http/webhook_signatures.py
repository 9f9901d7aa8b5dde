"""Signatures of webhooks: `t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "t.body">`, valid for five minutes.

Several `v1` are signatures by several keys, as Stripe sends them while a secret is replaced.
"""

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


def signed(
    keys: Callable[[], Iterable[str]], refusal: type[Forbidden], header: str = SIGNATURE_HEADER
) -> Callable[[View], View]:
    """Accept only requests that one of the keys has signed within `MAX_AGE_SECONDS`; raise `refusal` for others.

    Stands outside `endpoint`, which reads the body.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def check(**path: Any) -> Any:
            if not is_signed(request.headers.get(header, ""), request.get_data(), keys()):
                raise refusal()
            return view(**path)

        return check

    return decorate


def sign(key: str, at: str, body: bytes) -> str:
    """The `v1` of this body."""
    return hmac.new(key.encode(), at.encode() + b"." + body, "sha256").hexdigest()


def is_signed(header: str, body: bytes, keys: Iterable[str]) -> bool:
    """Whether one of the keys has signed this body within `MAX_AGE_SECONDS`."""
    fields = [part.strip().partition("=")[::2] for part in header.split(",")]
    at = dict(fields).get("t", "")
    given = [value.encode() for name, value in fields if name == "v1"]
    if not at.isascii() or not at.isdigit() or abs(time.time() - int(at[:12])) > MAX_AGE_SECONDS:
        return False
    genuine = [sign(key, at, body).encode() for key in keys]
    return any(hmac.compare_digest(mine, theirs) for mine in genuine for theirs in given)
