import json
from typing import Any

from servicekit.keys import SealingKeys


class MailSeal:
    """Opens what identity closed, and closes what waits here: secrets of links, and addresses of people without an
    account, on their way into a mail."""

    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def open(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, Any] = json.loads(self._keys.open(sealed))
        return {name: str(value) for name, value in content.items()}

    def close(self, content: dict[str, str]) -> bytes:
        return self._keys.seal(json.dumps(content).encode())
