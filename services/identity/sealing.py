import json

from servicekit.keys import SealingKeys


class MailSeal:
    """What only identity and notifications can read: the secrets of links, on their way through the stream."""

    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def close(self, content: dict[str, str]) -> bytes:
        return self._keys.seal(json.dumps(content).encode())

    def open(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, str] = json.loads(self._keys.open(sealed))
        return content
