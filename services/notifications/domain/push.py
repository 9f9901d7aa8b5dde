"""A push in the queue of one device, and the rules of whether and when it is sent."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any
from uuid import UUID

from notifications.domain.push_kinds import PushKind

MAX_TRIES = 6
# A message read on an open page within this time is not pushed; a member active within the second one is at a screen.
READ_DELAY = timedelta(seconds=6)
BUSY_PERIOD = timedelta(seconds=20)
LONGEST_DELAY = timedelta(hours=6)


@dataclass(frozen=True)
class PushSubscription:
    """A device as its push service addresses it, with the keys that encrypt for it, in base64url (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True)
class Push:
    """`about_id` is the other member it is about. `version` grows when a newer request joins it in the queue."""

    id: UUID
    endpoint: str
    member_id: UUID
    kind: PushKind
    topic: str
    about_id: UUID | None = None
    conversation_id: UUID | None = None
    tries: int = 0
    version: int = 0
    created_at: datetime | None = None


@dataclass(frozen=True)
class PushContent:
    """A notification as the device shows it, in its owner's language. `refuse` names the button that refuses a call."""

    kind: PushKind
    title: str
    body: str
    tag: str
    path: str
    count: int
    is_fictional: bool
    refuse: str = ""

    def payload(self) -> dict[str, Any]:
        """The JSON that the service worker reads."""
        actions = {"actions": [{"action": "refuse", "title": self.refuse}]} if self.refuse else {}
        return actions | {
            "type": self.kind,
            "title": self.title,
            "body": self.body,
            "tag": self.tag,
            "path": self.path,
            "count": self.count,
            "fictional": self.is_fictional,
        }


@dataclass(frozen=True)
class PushRequest:
    """A notification for all devices of a member, due after `delay`."""

    member_id: UUID
    kind: PushKind
    about_id: UUID | None = None
    conversation_id: UUID | None = None
    delay: timedelta = timedelta()

    @property
    def topic(self) -> str:
        """Requests with the same topic are one notification: the newer replaces the older."""
        return f"{self.kind.rules.topic}:{self.conversation_id}" if self.conversation_id else str(self.kind)


def retry_delay(tries: int, retry_after: timedelta | None) -> timedelta:
    """Backoff after a failed try: as the push service demands, else 10 s, 40 s, 3 min ... with jitter."""
    if retry_after is not None:
        return min(retry_after, LONGEST_DELAY) + timedelta(seconds=SystemRandom().uniform(0, 5))
    return timedelta(seconds=SystemRandom().uniform(2, 10 * 4 ** (tries - 1)))
