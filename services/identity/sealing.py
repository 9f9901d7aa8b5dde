import json

from shared.kit.core import SealingKeys


class MailSealer:
    """Encrypts the content of mails between identity and notifications, because it holds the secrets of links.

    Nobody with access to the stream alone can read it.
    """

    def __init__(self, keys: SealingKeys) -> None:
        self._keys = keys

    def seal(self, content: dict[str, str]) -> bytes:
        return self._keys.seal(json.dumps(content).encode())

    def unseal(self, sealed: bytes) -> dict[str, str]:
        content: dict[str, str] = json.loads(self._keys.open(sealed))
        return content
