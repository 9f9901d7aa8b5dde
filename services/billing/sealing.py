"""Fields that only billing can read, and the keyed hashes by which it finds them without reading."""

import hashlib
import hmac
import json

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class Fields:
    """`keys` are Fernet keys, the newest first: it seals, all of them open. Hashes follow from the oldest, so that
    a new key changes none."""

    def __init__(self, keys: str) -> None:
        every = keys.split()
        self._fernet = MultiFernet([Fernet(key) for key in every])
        self._hash_key = HKDF(hashes.SHA256(), 32, salt=None, info=b"pairwise billing field hashes").derive(
            every[-1].encode()
        )

    def seal(self, content: dict[str, str]) -> bytes:
        return self._fernet.encrypt(json.dumps(content).encode())

    def open(self, sealed: bytes) -> dict[str, str]:
        opened: dict[str, str] = json.loads(self._fernet.decrypt(sealed))
        return opened

    def hash(self, what: str, value: str) -> bytes:
        """The same for the same value, and useless without the key."""
        return hmac.digest(self._hash_key, f"{what}\0{value}".encode(), hashlib.sha256)

    @property
    def code_key(self) -> bytes:
        return self._hash_key
