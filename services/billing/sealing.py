"""Sealed columns, and keyed hashes that find their rows without unsealing."""

import json

from shared.kit.core import SealingKeys, SigningKeys


class SealedFields:
    def __init__(self, keys: SealingKeys, hash_keys: SigningKeys) -> None:
        self.keys, self.hash_keys = keys, hash_keys

    def seal(self, content: dict[str, str]) -> bytes:
        return self.keys.seal(json.dumps(content).encode())

    def open(self, sealed: bytes) -> dict[str, str]:
        opened: dict[str, str] = json.loads(self.keys.open(sealed))
        return opened

    def hash(self, what: str, value: str) -> bytes:
        """The same for the same value, and useless without the key. For writing."""
        return self.hash_keys.sign(_hashed(what, value))

    def hashes(self, what: str, value: str) -> list[bytes]:
        """The hash under each accepted key, for finding rows written under an earlier one."""
        return self.hash_keys.every_signature(_hashed(what, value))


def _hashed(what: str, value: str) -> bytes:
    return f"{what}\0{value}".encode()
