import json

from cryptography.fernet import Fernet


class FernetSeal:
    """What only identity and notifications can read: the secrets of links, on their way through the stream."""

    def __init__(self, key: str) -> None:
        self._fernet = Fernet(key)

    def close(self, content: dict[str, str]) -> bytes:
        return self._fernet.encrypt(json.dumps(content).encode())

    def open(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, str] = json.loads(self._fernet.decrypt(sealed))
        return content
