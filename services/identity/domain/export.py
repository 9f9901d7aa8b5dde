"""Exports: copies of a member's data for the member (GDPR, Articles 15 and 20)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

LINK_LASTS = timedelta(hours=24)
ONCE_IN = timedelta(days=1)


@dataclass(frozen=True)
class Export:
    id: UUID
    member_id: UUID
    state: str  # gathering, ready, fetched, expired
    delivered: tuple[str, ...]
    requested_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None

    def next_at(self) -> datetime:
        """The time of the next possible request: at once if the link of this export was revoked before it was used."""
        return self.requested_at if self.is_revoked else self.requested_at + ONCE_IN

    @property
    def is_revoked(self) -> bool:
        if self.state == "fetched" or self.ready_at is None or self.expires_at is None:
            return False
        return self.expires_at < self.ready_at + LINK_LASTS
