"""A session: a secret in a cookie of one browser, stored as its hash."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID, uuid4

from identity.domain.device import UNKNOWN, Device

LASTS = timedelta(days=30)
# Inactivity limit of a session: long enough for a holiday, short enough for a browser left behind. Use is stored by the
# day. ASVS 5.0, 7.3.1.
IDLE_LASTS = timedelta(days=14)
TOKEN_LASTS = timedelta(minutes=10)
# The desk closes eight hours after the proof of a second factor, and earlier if the session is not used. A token opens
# the desk for another ten minutes, so without use it is open for at most thirty.
DESK_LASTS = timedelta(hours=8)
DESK_IDLE_LASTS = timedelta(minutes=20)


@dataclass(frozen=True)
class Session:
    id: UUID
    member_id: UUID
    secret_hash: bytes
    expires_at: datetime
    device: Device = UNKNOWN
    second_factor_at: datetime | None = None
    created_at: datetime | None = None
    used_on: date | None = None
    desk_used_at: datetime | None = None  # when a token was last issued that opens the desk

    def is_desk_open(self, at: datetime) -> bool:
        """Whether a second factor was proved within `DESK_LASTS` and the session used since without a pause."""
        if self.second_factor_at is None or at >= self.second_factor_at + DESK_LASTS:
            return False
        used_at = max(self.second_factor_at, self.desk_used_at or self.second_factor_at)
        return at < used_at + DESK_IDLE_LASTS

    @property
    def is_first_at_desk(self) -> bool:
        """Whether the desk has not been used since the second factor was proved."""
        return self.second_factor_at is not None and (
            self.desk_used_at is None or self.desk_used_at < self.second_factor_at
        )

    @staticmethod
    def open(
        member_id: UUID, at: datetime, device: Device = UNKNOWN, second_factor_at: datetime | None = None
    ) -> "tuple[Session, str]":
        """A new session and the secret for its cookie, which is stored nowhere else."""
        secret = new_secret()
        return Session(uuid4(), member_id, hash_secret(secret), at + LASTS, device, second_factor_at), secret


def new_secret() -> str:
    """256 random bits, safe in cookies and links."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> bytes:
    """SHA-256. A fast hash is enough, because the secret is random."""
    return hashlib.sha256(secret.encode()).digest()
