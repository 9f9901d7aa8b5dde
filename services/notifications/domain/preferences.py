"""What members choose to be told, and how."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    NEW_CONVERSATIONS = "new_conversations"
    NEW_MESSAGES = "new_messages"
    LIKE = "like"
    UNREAD_MESSAGE_REMINDERS = "unread_message_reminders"
    PROMOTIONS = "promotions"
    WEEKLY_UPDATES = "weekly_updates"
    NEWS = "news"
    REMINDERS = "reminders"


# Marketing needs a yes first; what another member did is told until someone says no.
ASKED_FOR_FIRST = frozenset({Kind.PROMOTIONS, Kind.WEEKLY_UPDATES, Kind.NEWS})


@dataclass(frozen=True)
class Preference:
    kind: Kind
    email: bool
    push: bool


def default(kind: Kind) -> Preference:
    is_on = kind not in ASKED_FOR_FIRST
    return Preference(kind, email=is_on, push=is_on)
