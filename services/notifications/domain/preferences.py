"""Kinds of notifications, and the switches of each: by email and by push."""

from dataclasses import dataclass
from enum import StrEnum


class NotificationKind(StrEnum):
    NEW_CONVERSATIONS = "new_conversations"
    NEW_MESSAGES = "new_messages"
    LIKE = "like"
    UNREAD_MESSAGE_REMINDERS = "unread_message_reminders"
    PROMOTIONS = "promotions"
    WEEKLY_UPDATES = "weekly_updates"
    NEWSLETTER = "news"
    REMINDERS = "reminders"


# Marketing is off until a member turns it on (ePrivacy directive, article 13); the other kinds are on until turned off.
# Identity's consent `marketing` is given while at least one of them is on (`usecases/turn_switch.py`).
MARKETING = frozenset({NotificationKind.PROMOTIONS, NotificationKind.WEEKLY_UPDATES, NotificationKind.NEWSLETTER})

# A subject line shows on locked screens and in shared mailboxes. A push never names another member (decision 6); an
# email does once its recipient has turned this off.
DISCREET_BY_DEFAULT = True


@dataclass(frozen=True)
class Preference:
    kind: NotificationKind
    email: bool
    push: bool


def default(kind: NotificationKind) -> Preference:
    is_on = kind not in MARKETING
    return Preference(kind, email=is_on, push=is_on)
