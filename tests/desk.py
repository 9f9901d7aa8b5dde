"""Logging in at a desk, as its demo accounts do: with a password and a code of the authenticator."""

import base64
import time

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from demo.logins import DEMO_PASSWORD, DESK_SECRET, login_of_marketing, logins_of_the_desk

from tests.member import Member, until


def log_in_marketer(member: Member) -> None:
    """A code is accepted once: one login every 30 seconds."""
    _log_in(member, login_of_marketing().email)


def log_in_moderator(member: Member) -> None:
    _log_in(member, logins_of_the_desk()[0].email)


def _log_in(member: Member, email: str) -> None:
    """A code that was used is followed by a new one within 30 seconds."""
    member.email = email
    body = {"email": email, "password": DEMO_PASSWORD}
    until(lambda: member.http.post("/api/user.php", json={**body, "code": _code()}).is_success or None)


def _code() -> str:
    secret = base64.b32decode(DESK_SECRET)
    return TOTP(secret, 6, SHA1(), 30).generate(int(time.time())).decode()  # noqa: S303 - RFC 6238 names SHA-1
