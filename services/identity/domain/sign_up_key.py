"""The idempotency key of a sign-up."""

import hashlib
import hmac
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class SignUpKey:
    """Both are hashes. The body's is keyed with the client's key, which is kept nowhere: the body holds a password, and
    without the key nobody who reads the table can try passwords against it.
    """

    key_hash: bytes
    body_hash: bytes

    @staticmethod
    def of(key: UUID, body: str) -> "SignUpKey":
        return SignUpKey(hashlib.sha256(key.bytes).digest(), hmac.digest(key.bytes, body.encode(), hashlib.sha256))


@dataclass(frozen=True)
class UsedKey:
    """What a key was used for before."""

    body_hash: bytes
    member_id: UUID
