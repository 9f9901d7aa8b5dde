"""Time-based one-time passwords of authenticator apps (TOTP, RFC 6238), and the sealed form of their secrets."""

import base64
import hmac
import secrets
from datetime import datetime

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from shared.kit.core import SealingKeys

DIGITS, STEP_SECONDS, SECRET_BYTES = 6, 30, 20
DRIFT = 1  # steps by which the clock of the member's device may be off


class OneTimeCodes:
    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def new_secret(self) -> bytes:
        return secrets.token_bytes(SECRET_BYTES)

    def seal_secret(self, secret: bytes) -> bytes:
        return self._keys.seal(secret)

    def unseal_secret(self, sealed: bytes) -> bytes:
        return self._keys.open(sealed)

    def matching_step(self, secret: bytes, code: str, at: datetime) -> int | None:
        """The time step (of 30 s, since the epoch) that this code belongs to; None if no step near `at` has it.

        Every step is compared, in constant time, so that the duration of the call does not depend on the code.
        """
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
    def provisioning_uri(secret: bytes, account: str, issuer: str) -> str:
        """The `otpauth:` URI that an app reads from the QR code."""
        return _totp(secret).get_provisioning_uri(account, issuer)

    @staticmethod
    def grouped(secret: bytes) -> str:
        """The secret in base32, in groups of four, for typing it by hand."""
        text = base64.b32encode(secret).decode().lower()
        return " ".join(text[start : start + 4] for start in range(0, len(text), 4))


def _totp(secret: bytes) -> TOTP:
    # Most authenticator apps support SHA-1 only. HMAC-SHA-1 does not depend on collision resistance (RFC 6238).
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303
