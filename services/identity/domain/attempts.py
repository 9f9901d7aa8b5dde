"""How often something may be tried before it waits."""

import hashlib
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Attempt:
    """One attempt that was counted. `blocked_until` says until when the next ones wait, if they do."""

    is_allowed: bool
    blocked_until: datetime | None
    at: datetime

    @property
    def minutes_left(self) -> int:
        if self.blocked_until is None:
            return 0
        return max(1, -(-int((self.blocked_until - self.at).total_seconds()) // 60))


def subject(kind: str, *parts: object) -> bytes:
    """The name under which attempts are counted. Whose they are cannot be read from it."""
    return hashlib.sha256("\0".join((kind, *map(str, parts))).encode()).digest()
