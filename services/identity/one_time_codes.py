"""The codes of authenticator apps (RFC 6238), and their secrets as they are kept."""

import base64
import hmac
import secrets
from datetime import datetime

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from servicekit.keys import SealingKeys

DIGITS, STEP_SECONDS, SECRET_BYTES = 6, 30, 20
DRIFT = 1  # steps that the member's clock may be off


class OneTimeCodes:
    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def new_secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)

    def close(self, secret: bytes) -> bytes:
        return self._keys.seal(secret)

    def open(self, sealed: bytes) -> bytes:
        return self._keys.open(sealed)

    def step_of(self, secret: bytes, code: str, at: datetime) -> int | None:
        """Which thirty seconds this is the code of, or None when it is of none near `at`."""
        digits = "".join(code.split())
        if len(digits) != DIGITS or not digits.isascii() or not digits.isdigit():
            return None
        now = int(at.timestamp()) // STEP_SECONDS
        found = None
        for step in range(now - DRIFT, now + DRIFT + 1):
            if hmac.compare_digest(self.code_at(secret, step), digits):
                found = step
        return found

    @staticmethod
    def code_at(secret: bytes, step: int) -> str:
        return _totp(secret).generate(step * STEP_SECONDS).decode()

    @staticmethod
    def address(secret: bytes, account: str, issuer: str) -> str:
        """The otpauth: address an app reads from the QR picture."""
        return _totp(secret).get_provisioning_uri(account, issuer)

    @staticmethod
    def written(secret: bytes) -> str:
        """The secret for typing it in by hand."""
        text = base64.b32encode(secret).decode().lower()
        return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def _totp(secret: bytes) -> TOTP:
    # SHA-1 is what authenticator apps can do; RFC 6238 does not depend on its collisions.
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303
