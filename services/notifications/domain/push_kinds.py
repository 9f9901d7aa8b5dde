"""Kinds of pushes, each declared once: its name, the page it opens, its switch and its urgency.

The text of a kind is `push_<name>` in `mails.json`, with plural forms where it counts.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Literal, Self

from notifications.domain.preferences import NotificationKind

EXPIRES_AFTER = timedelta(hours=24)
# Equals RINGS_FOR of chat/domain/call.py: a later ring is not news.
RINGS_FOR = timedelta(seconds=30)


@dataclass(frozen=True)
class PushRules:
    """`page` is the path that a click opens, with `{placeholders}` for ids of the push. `urgency` is RFC 8030, 5.3.

    `counts_unread`: it is about unread messages. It is sent only while there are some, and waits while the member is
    active. `is_instant`: it is sent though the member is active. `topic`: pushes of one topic about one conversation
    replace each other. `expires_after`: it is dropped when it is older, here and by the push service (TTL).
    """

    page: str
    # Without a switch it cannot be turned off.
    preference: NotificationKind | None
    urgency: Literal["high", "normal", "low"] = "low"
    counts_unread: bool = False
    is_instant: bool = False
    topic: str = "conversation"
    expires_after: timedelta = EXPIRES_AFTER


RING = PushRules(
    "/chats/{conversation_id}",
    NotificationKind.NEW_MESSAGES,
    "high",
    is_instant=True,
    topic="call",
    expires_after=RINGS_FOR,
)
NO_RULES = PushRules("/", NotificationKind.NEWSLETTER)


class PushKind(StrEnum):
    """A push says that something happened, and how much; words, names and photos stay on the site."""

    rules: PushRules

    # A lookup by value passes no rules.
    def __new__(cls, value: str, rules: PushRules = NO_RULES) -> Self:
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.rules = rules
        return kind

    CONVERSATION = (
        "conversation",
        PushRules("/chats/{conversation_id}", NotificationKind.NEW_CONVERSATIONS, "normal", counts_unread=True),
    )
    MESSAGE = (
        "message",
        PushRules("/chats/{conversation_id}", NotificationKind.NEW_MESSAGES, "normal", counts_unread=True),
    )
    LIKE = "like", PushRules("/likes", NotificationKind.LIKE)
    MATCH = "match", PushRules("/likes/m/{about_id}", NotificationKind.LIKE)
    UNREAD = "unread", PushRules("/chats", NotificationKind.UNREAD_MESSAGE_REMINDERS, counts_unread=True)
    DATE_CHECK_IN = "date_check_in", PushRules("/date-plan", None, "high", is_instant=True)
    DATE_UNREACHED = "date_unreached", PushRules("/date-plan", None, "high", is_instant=True)
    # The page shows the call that rings. The others replace it; the last three are shown without a sound.
    CALL = "call", RING
    MISSED_CALL = (
        "missed_call",
        PushRules("/chats/{conversation_id}", NotificationKind.NEW_MESSAGES, "normal", is_instant=True, topic="call"),
    )
    ANSWERED_CALL = "answered_call", RING
    REFUSED_CALL = "refused_call", RING
    # Sent in place of one of the three that is withheld, where a device shows the ring. Never queued.
    ENDED_CALL = "ended_call", replace(RING, page="/chats")


# Kinds that are sent by push at all.
PUSHED = frozenset(kind.rules.preference for kind in PushKind if kind.rules.preference)
# They take the place of a ring.
AFTER_RING = frozenset({PushKind.MISSED_CALL, PushKind.ANSWERED_CALL, PushKind.REFUSED_CALL})
