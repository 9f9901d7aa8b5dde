from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.feed_event import update_events
from chat.domain.message import Message
from chat.storage import ChatUnit
from chat.usecases.react import found, lock_message


def retract_message(uow: ChatUnit, member_id: UUID, message_id: UUID) -> Message:
    """Take back the member's own message: both see that there was one, and its content is sealed as evidence.

    Nothing is refunded, and an unread one stays counted as unread. A repeat changes nothing. Allowed to a partner who
    is gone, too. Raises NotFound, the refusals of a block, TooLateToRetract and GiftNotRetractable.
    """
    with uow:
        participant, message = lock_message(uow, member_id, message_id)
        if message.sender_id != member_id:
            raise NotFound()
        uow.sends.permission(member_id, participant.partner_id).check_open(participant.partner_id)
        if message.retracted_at:
            return message
        # The clock is read after the row lock: a transaction that waited does not gain time.
        message.check_retractable(uow.retractions.now())
        uow.retractions.retract(message_id)
        retracted = found(uow, participant, message_id)
        uow.feed.append(update_events(message, member_id, participant.partner_id))
        uow.commit()
    return retracted
