import base64
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Device:
    """Subscription of one browser. Only devices of this page, which decrypt pushes, have a `private_key`."""

    id: str
    application_key: str  # whose pushes alone it takes (RFC 8292, 4.2); empty for anybody's
    private_key: str = ""
    p256dh: str = ""
    auth: str = ""
    is_gone: bool = False
    # How the next pushes are answered, for trying faults: 0 is well.
    answers: int = 0
    retry_after: str = ""


@dataclass(frozen=True)
class Message:
    """One push as it arrived; `text` is the decrypted text, None for devices of real browsers."""

    id: str
    device: str
    body: str  # base64url, encrypted
    text: str | None
    ttl: int
    urgency: str
    topic: str
    sender: str  # `sub` of the VAPID token
    replaced: bool
    arrived_at: str

    @property
    def content(self) -> dict[str, Any]:
        try:
            read = json.loads(self.text or "{}")
        except ValueError:
            return {}
        return read if isinstance(read, dict) else {}

    @property
    def title(self) -> str:
        return str(self.content.get("body") or self.text or "Encrypted for its device").strip()[:160]


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
