"""The check of `X-Signature`, as a network's developer writes it from the documentation."""

import hmac
from hashlib import sha256

SECONDS_VALID = 300
NONE, NO_KEY, WRONG, OLD, RIGHT = "missing", "no key", "wrong", "too old", "right"


def check(given: str, signed: str, key: str | None, now: float) -> str:
    """The verdict on a header `t=SECONDS,v1=HEX` over this text: the body of a POST, the URL of a GET."""
    if not given:
        return NONE
    if key is None:
        return NO_KEY
    seconds, _, digest = given.removeprefix("t=").partition(",v1=")
    expected = hmac.new(key.encode(), f"{seconds}.{signed}".encode(), sha256).hexdigest()
    if not seconds.isdecimal() or not hmac.compare_digest(expected.encode(), digest.encode()):
        return WRONG
    return RIGHT if abs(now - int(seconds)) <= SECONDS_VALID else OLD
