from collections.abc import Callable
from uuid import UUID, uuid5

from shared.kit.core import Outcome, log_security_event

from profiles.domain.photo import CheckAction, PhotoCheck
from profiles.errors import PictureNotAllowed
from profiles.security_events import Action
from profiles.storage import ProfilesUnit

IN_CHAT = "picture in a chat"


def check_chat_picture(
    uow: ProfilesUnit, check: Callable[[bytes], PhotoCheck], member_id: UUID, message_id: UUID, picture: bytes
) -> CheckAction:
    """Ask the site's classifier about a picture of a chat, before it is charged and sent, and record its answer.

    Returns SHOW, or WAIT for one that the recipient gets blurred, also without an answer. Raises PictureNotAllowed.
    """
    found = check(picture)
    with uow:
        # Members choose the ids of messages: a derived one is never that of a photo, whose answer the desk reads.
        uow.photo_checks.record(member_id, uuid5(message_id, IN_CHAT), found)
        uow.commit()
    if found.action is CheckAction.REJECT:
        log_security_event(
            Action.PICTURE_ADD,
            Outcome.REFUSED,
            member_id=member_id,
            reason=PictureNotAllowed.code,
            target_id=message_id,
        )
        raise PictureNotAllowed(field="photo")
    return found.action
