import json
from typing import Any

from cryptography.fernet import Fernet


class FernetSeal:
    """Opens what identity closed, and closes what waits here: secrets of links, and addresses of people without an
    account, on their way into a mail."""

    def __init__(self, key: str) -> None:
        self._fernet = Fernet(key)

    def open(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, Any] = json.loads(self._fernet.decrypt(sealed))
        return {name: str(value) for name, value in content.items()}

    def close(self, content: dict[str, str]) -> bytes:
        return self._fernet.encrypt(json.dumps(content).encode())
