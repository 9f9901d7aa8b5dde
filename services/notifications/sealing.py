import json
from typing import Any

from shared.kit.core import SealingKeys


class MailSeal:
    """Encrypts secrets of links, and addresses of people without an account, while they wait in the queue."""

    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def open(self, sealed: bytes) -> dict[str, str]:
        """Decrypt a content sealed here or by identity."""
        content: dict[str, Any] = json.loads(self._keys.open(sealed))
        return {name: str(value) for name, value in content.items()}

    def close(self, content: dict[str, str]) -> bytes:
        return self._keys.seal(json.dumps(content).encode())
