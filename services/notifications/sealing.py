import json
from typing import Any

from cryptography.fernet import Fernet


class FernetSeal:
    """Opens what identity closed: the secrets of links, on their way into a mail."""

    def __init__(self, key: str) -> None:
        self._fernet = Fernet(key)

    def open(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, Any] = json.loads(self._fernet.decrypt(sealed))
        return {name: str(value) for name, value in content.items()}
