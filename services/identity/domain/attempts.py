"""Attempts at a secret, counted by subject until a block."""

import hashlib
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class CountedAttempt:
    """One attempt that was counted, as which one since the last right one.

    `blocked_until` is the end of the block that it began or met, if any.
    """

    is_allowed: bool
    blocked_until: datetime | None
    at: datetime
    count: int = 0

    @property
    def minutes_left(self) -> int:
        if self.blocked_until is None:
            return 0
        return max(1, -(-int((self.blocked_until - self.at).total_seconds()) // 60))


def subject(kind: str, *parts: object) -> bytes:
    """The hash under which attempts are counted. It does not reveal the account."""
    return hashlib.sha256("\0".join((kind, *map(str, parts))).encode()).digest()
