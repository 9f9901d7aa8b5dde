"""Logging in at a desk, as its demo accounts do: with a password and a code of the authenticator."""

import base64
import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from demo.logins import DEMO_PASSWORD, DESK_SECRET, login_of_marketing

from tests.member import Member


def log_in_marketer(member: Member) -> None:
    """A code is accepted once: one login every 30 seconds."""
    member.email = login_of_marketing().email
    member.call("POST", "user", email=member.email, password=DEMO_PASSWORD, code=_code())


def _code() -> str:
    secret = base64.b32decode(DESK_SECRET)
    return TOTP(secret, 6, SHA1(), 30).generate(int(time.time())).decode()  # noqa: S303 - RFC 6238 names SHA-1
