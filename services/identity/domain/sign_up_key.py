"""The idempotency key of a sign-up."""

import hashlib
import hmac
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class SignUpKey:
    """Hashes of the client's key and of the request's body.

    The hash of the body is keyed with the client's key, which is stored nowhere. The body contains a password, and
    without the key the table allows no guesses at it.
    """

    key_hash: bytes
    body_hash: bytes

    @staticmethod
    def of(key: UUID, body: str) -> "SignUpKey":
        return SignUpKey(hashlib.sha256(key.bytes).digest(), hmac.digest(key.bytes, body.encode(), hashlib.sha256))


@dataclass(frozen=True)
class UsedKey:
    """The earlier use of a key."""

    body_hash: bytes
    member_id: UUID
