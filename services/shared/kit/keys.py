"""Key rings: the secrets of one purpose, the one in use first, the others accepted while a rotation is under way.

A setting holds them as text, separated by white space, or as the absolute path of a file with that text; a file is read
when the process starts. A key is at least 16 random bytes in URL-safe base64; a sealing key has exactly 32.
docs/keys.md lists every ring, and says how one is rotated without downtime.

`python -m shared.kit.keys new` prints a key.
`python -m shared.kit.keys adopt` prints the rings of an installation that has the secrets of release 0.1 (SEAL_KEY,
FIELDS_KEY and MEDIA_KEY in the environment), one `name=value` each: their sealed and signed values stay readable.
"""

import base64
import hashlib
import hmac
import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import PlainValidator

from shared.kit import base64url

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


def adopt(earlier: Mapping[str, str]) -> dict[str, str]:
    """The rings that go on with the secrets of release 0.1, by the names docs/keys.md gives them.

    `earlier` has those of SEAL_KEY, FIELDS_KEY and MEDIA_KEY that the installation has. Each ring comes with a new key
    behind the old one: accepted from now on, in use after the next step of the rotation.
    """
    old: dict[str, str] = {}
    if seal := earlier.get("SEAL_KEY"):
        old |= {
            "mails": seal,
            "exports": seal,
            "authenticators": _derived(seal, b"identity.authenticators"),
            "erased-addresses": encoded(seal.encode()),
            "unsubscribe": encoded(hmac.digest(seal.encode(), b"unsubscribe links", "sha256")),
        }
    if fields := earlier.get("FIELDS_KEY"):
        old |= {"fields": fields, "field-hashes": _derived(fields.split()[-1], b"pairwise billing field hashes")}
    if media := earlier.get("MEDIA_KEY"):
        old |= dict.fromkeys(("profile-media", "chat-media", "cursors"), encoded(media.encode()))
    return {name: f"{keys} {new_key()}" for name, keys in old.items()}


def _derived(key: str, purpose: bytes) -> str:
    return encoded(HKDF(SHA256(), KEY_BYTES, salt=None, info=purpose).derive(key.encode()))


def main(arguments: list[str]) -> None:
    """Print a new key, or the rings of release 0.1; exit with the usage for other arguments."""
    if arguments == ["new"]:
        print(new_key())
    elif arguments == ["adopt"]:
        for name, keys in adopt(os.environ).items():
            print(f"{name}={keys}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
