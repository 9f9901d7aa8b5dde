"""Key rings: the secrets of one purpose, the one in use first, the others accepted while a rotation is under way.

A setting holds them as text, separated by white space, or as the absolute path of a file with that text; a file is read
when the process starts. A key is at least 16 random bytes in URL-safe base64; a sealing key has exactly 32.
docs/keys.md lists every ring, and says how one is rotated without downtime.
"""

import base64
import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Annotated, Self

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from pydantic import PlainValidator

from shared import base64url

KEY_BYTES, FEWEST_BYTES = 32, 16


def new_key() -> str:
    """A random key of `KEY_BYTES`, as text for a ring."""
    return encoded(secrets.token_bytes(KEY_BYTES))


def encoded(key: bytes) -> str:
    """The key as text for a ring: URL-safe base64 with padding, as Fernet reads it."""
    return base64.urlsafe_b64encode(key).decode()


def key_id(key: bytes) -> str:
    """A short name of a key for logs and listings. It cannot be turned back into the key."""
    return hashlib.sha256(b"pairwise key id\0" + key).hexdigest()[:8]


def text_of(setting: str) -> str:
    """A setting's text, or that of the file it names by an absolute path."""
    return Path(setting).read_text() if setting.startswith("/") else setting


class KeyRing:
    """The keys of one purpose. `raw[0]` is in use; the others are accepted only."""

    def __init__(self, keys: str) -> None:
        """Raises ValueError for no key, a malformed or a short one; the message never contains a key."""
        self.raw = tuple(_decoded(key) for key in text_of(keys).split())
        if not self.raw:
            raise ValueError("a key ring needs at least one key")

    @classmethod
    def read(cls, given: object) -> Self:
        """The ring from a setting; for pydantic."""
        return given if isinstance(given, cls) else cls(str(given))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(key_id, self.raw))})"


class SealingKeys(KeyRing):
    """Encrypts with authentication (Fernet)."""

    def __init__(self, keys: str) -> None:
        super().__init__(keys)
        if any(len(key) != KEY_BYTES for key in self.raw):
            raise ValueError(f"a sealing key has {KEY_BYTES} bytes")
        ciphers = [Fernet(encoded(key)) for key in self.raw]
        self._newest, self._all = ciphers[0], MultiFernet(ciphers)

    def seal(self, content: bytes) -> bytes:
        """Encrypt under the key in use. Two calls with the same content have different results."""
        return self._newest.encrypt(content)

    def open(self, sealed: bytes) -> bytes:
        """Raises cryptography.fernet.InvalidToken for bytes that no key of the ring has sealed."""
        return self._all.decrypt(sealed)

    def reseal(self, sealed: bytes) -> bytes | None:
        """Seal the content again under the key in use; None if it is under that key already."""
        try:
            self._newest.decrypt(sealed)
        except InvalidToken:
            return self._all.rotate(sealed)
        return None


class SigningKeys(KeyRing):
    """Makes and checks keyed hashes (HMAC-SHA256, 32 bytes)."""

    def sign(self, message: bytes) -> bytes:
        """The hash under the key in use."""
        return hmac.digest(self.raw[0], message, "sha256")

    def every_signature(self, message: bytes) -> list[bytes]:
        """The hash under each key, the one in use first: to find a value hashed with an earlier key."""
        return [hmac.digest(key, message, "sha256") for key in self.raw]

    def token(self, *parts: object) -> str:
        """Return a token for a link that works without a login: the parts, joined by dots, and their signature."""
        signed = ".".join(map(str, parts))
        return f"{signed}.{self.sign(signed.encode()).hex()}"

    def token_parts(self, token: str) -> list[str]:
        """Return the parts of a token signed with any key of the ring. Raises ValueError for every other text."""
        signed, _, signature = token.rpartition(".")
        signatures = (each.hex().encode() for each in self.every_signature(signed.encode()))
        if not any(hmac.compare_digest(signature.encode(), each) for each in signatures):
            raise ValueError("no key of the ring has signed this")
        return signed.split(".")


# The types of settings: text from the environment becomes a ring.
Sealing = Annotated[SealingKeys, PlainValidator(SealingKeys.read)]
Signing = Annotated[SigningKeys, PlainValidator(SigningKeys.read)]


def _decoded(key: str) -> bytes:
    try:
        raw = base64url.decode(key)
    except ValueError:
        raise ValueError("a key is not URL-safe base64") from None
    if len(raw) < FEWEST_BYTES:
        raise ValueError(f"a key has fewer than {FEWEST_BYTES} bytes")
    return raw
