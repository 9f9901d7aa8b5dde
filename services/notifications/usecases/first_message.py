from enum import Enum, auto
from uuid import UUID

from notifications.domain.text_message import TextMessageState
from notifications.storage import NotificationsUnit
from notifications.usecases.tell_unreached import unreached_id

# Those of emails have the same names.
LEFT = (TextMessageState.SENT, TextMessageState.DELIVERED)
UNDER_WAY = (None, TextMessageState.QUEUED, TextMessageState.SENDING)


class FirstMessage(Enum):
    """The message that a member did not answer after a date. `NOT_SENT`: it failed too, or nobody knows."""

    UNDER_WAY = auto()
    LEFT = auto()
    NOT_SENT = auto()


def first_message(reads: NotificationsUnit, plan_id: UUID) -> FirstMessage:
    """How far the first message to the person chosen for a plan got, as an email or a text message.

    Without a trace of it, its event has not been handled: it is under way.
    """
    if reads.emails.state_of(unreached_id(plan_id)):
        return FirstMessage.NOT_SENT
    state = reads.texts.state_of(plan_id) or reads.emails.state_of(plan_id)
    if state in UNDER_WAY:
        return FirstMessage.UNDER_WAY
    return FirstMessage.LEFT if state in LEFT else FirstMessage.NOT_SENT
