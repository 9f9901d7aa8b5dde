from uuid import UUID, uuid5

import structlog
from shared.kit.core import NotFound, Refusal, Unavailable
from shared.sites import OPENER_LENGTH

from chat.domain.message import Draft, Kind
from chat.errors import AgeAssuranceRequired
from chat.ports import Billing
from chat.storage import ChatUnit
from chat.usecases.send_message import Limits, send_message

NAMESPACE = UUID("c1b7c7f4-53f6-4a53-8f2e-2a1f8f0c6d19")

log = structlog.get_logger()


def post_opener(uow: ChatUnit, billing: Billing, liker_id: UUID, liked_id: UUID, text: str) -> bool:
    """Post the words of an answered like as a message of the liker, at the price of openers. Returns False to wait.

    The id follows from the two members, so that a repeat posts nothing, and neither does a like that was withdrawn and
    given again: each has one opener to the other, for ever. No client can choose such an id
    (`kit.core.identifiers.random_id`). One that is refused for good (blocked, no credits) is dropped: the match
    stays, and the liker can write. One whose sender has yet to show their age waits, and so does one to a member who is
    on a break, invisible or deleted: they answered, and the match is shown once they are there again.
    """
    draft = Draft(_id_of(uow, liker_id, liked_id), liker_id, liked_id, text, Kind.OPENER)
    try:
        send_message(uow, billing, Limits(OPENER_LENGTH, 0), draft)
    except (Unavailable, AgeAssuranceRequired, NotFound):
        return False
    except Refusal as refusal:
        log.info("opener_dropped", member_id=str(liker_id), code=refusal.code)
    return True


def _id_of(uow: ChatUnit, liker_id: UUID, liked_id: UUID) -> UUID:
    """The id of this opener, or the one after it where billing has taken a charge of it back meanwhile."""
    message_id = uuid5(NAMESPACE, f"{liker_id}{liked_id}")
    with uow:
        while uow.sends.lock_outcome(message_id).is_withdrawn:
            message_id = uuid5(message_id, "again")
    return message_id
