"""Conversations with fictional profiles that wait for an answer of the people who write for them."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

# A conversation stays with the writer who took it for this long.
LEASE_LASTS = timedelta(minutes=15)


@dataclass(frozen=True)
class WaitingConversation:
    """A conversation whose member has written since the last answer. `is_taken` tells of another writer's lease."""

    id: UUID
    fictional_id: UUID
    fictional_name: str
    member_id: UUID
    member_name: str
    unread: int
    waiting_since: datetime
    is_taken: bool = False
