"""A push we owe one device of a member, and the rules of whether and when it goes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from random import SystemRandom
from typing import Any
from uuid import UUID

from notifications.domain.preferences import Kind

MOST_TRIES = 6
# Who reads a message on an open page within this time needs no push; who did something in it is looking at a screen.
LOOKS_AT_IT = timedelta(seconds=6)
IS_BUSY = timedelta(seconds=20)
# What could not be told for so long is no news any more, neither here nor at the push service.
LASTS = timedelta(hours=24)
LONGEST_PAUSE = timedelta(hours=6)


class Notice(StrEnum):
    """What is told. It says that something happened; what was said or shown stays on the site."""

    CONVERSATION = "conversation"
    MESSAGE = "message"
    LIKE = "like"
    MATCH = "match"
    UNREAD = "unread"

    @property
    def kind(self) -> Kind:
        return {
            Notice.CONVERSATION: Kind.NEW_CONVERSATIONS,
            Notice.MESSAGE: Kind.NEW_MESSAGES,
            Notice.UNREAD: Kind.UNREAD_MESSAGE_REMINDERS,
        }.get(self, Kind.LIKE)

    @property
    def urgency(self) -> str:
        """RFC 8030, 5.3: what a device that saves power is woken for."""
        return "normal" if self in (Notice.CONVERSATION, Notice.MESSAGE) else "low"

    @property
    def is_of_messages(self) -> bool:
        return self in (Notice.CONVERSATION, Notice.MESSAGE, Notice.UNREAD)


# The kinds of which there are pushes.
PUSHED = frozenset(notice.kind for notice in Notice)


@dataclass(frozen=True)
class Push:
    """`about_id` is the other member it is about. `version` grows when newer news joins it while it waits."""

    id: UUID
    endpoint: str
    member_id: UUID
    notice: Notice
    topic: str
    about_id: UUID | None = None
    conversation_id: UUID | None = None
    tries: int = 0
    version: int = 0
    created_at: datetime | None = None


@dataclass(frozen=True)
class Told:
    """What the device shows, in its owner's language."""

    notice: Notice
    title: str
    body: str
    tag: str
    path: str
    count: int
    is_fictional: bool

    def payload(self) -> dict[str, Any]:
        return {
            "type": self.notice,
            "title": self.title,
            "body": self.body,
            "tag": self.tag,
            "path": self.path,
            "count": self.count,
            "fictional": self.is_fictional,
        }


@dataclass(frozen=True)
class News:
    """What a member's devices are to be told, after waiting so long whether the member sees it by themselves."""

    member_id: UUID
    notice: Notice
    about_id: UUID | None = None
    conversation_id: UUID | None = None
    wait: timedelta = timedelta()

    @property
    def topic(self) -> str:
        """News with the same topic are one notification: the newer takes the place of the older."""
        return f"conversation:{self.conversation_id}" if self.conversation_id else str(self.notice)


def pause_after(tries: int, asked_for: timedelta | None) -> timedelta:
    """How long a push waits after a failed try: as the push service asks, else 10 s, 40 s, 3 min ... with jitter."""
    if asked_for is not None:
        return min(asked_for, LONGEST_PAUSE) + timedelta(seconds=SystemRandom().uniform(0, 5))
    return timedelta(seconds=SystemRandom().uniform(2, 10 * 4 ** (tries - 1)))
