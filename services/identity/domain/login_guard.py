"""How many wrong passwords an account takes before it waits."""

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass
class LoginGuard:
    """Wrong attempts in a row. Kept in the database, so neither a restart nor a lost cache resets it."""

    failures: int = 0
    blocked_until: datetime | None = None

    def minutes_left(self, at: datetime) -> int:
        if self.blocked_until is None or self.blocked_until <= at:
            return 0
        return -(-int((self.blocked_until - at).total_seconds()) // 60) or 1

    def fail(self, at: datetime, attempts: int, minutes: int) -> None:
        # A block that has run out starts the count anew.
        if self.blocked_until is not None and self.blocked_until <= at:
            self.failures, self.blocked_until = 0, None
        self.failures += 1
        if self.failures >= attempts:
            self.blocked_until = at + timedelta(minutes=minutes)

    def succeed(self) -> None:
        self.failures, self.blocked_until = 0, None
