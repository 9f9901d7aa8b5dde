from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.conversation import Participant
from chat.domain.feed_event import update_events
from chat.domain.message import Message, Reaction
from chat.errors import MessageRetracted
from chat.storage import ChatUnit


def react(uow: ChatUnit, member_id: UUID, message_id: UUID, reaction: Reaction | None) -> Message:
    """Set the member's own reaction to a message of their conversation; None takes it away. A repeat changes nothing.

    Raises NotFound, the refusals of `ContactPermission.check_contact`, and MessageRetracted.
    """
    with uow:
        participant, message = lock_message(uow, member_id, message_id)
        uow.sends.permission(member_id, participant.partner_id).check_contact(participant.partner_id)
        if message.retracted_at:
            raise MessageRetracted()
        if dict(message.reactions).get(member_id) == reaction:
            return message
        uow.reactions.set(message_id, member_id, reaction)
        changed = found(uow, participant, message_id)
        uow.feed.append(update_events(message, member_id, participant.partner_id))
        uow.commit()
    return changed


def lock_message(uow: ChatUnit, member_id: UUID, message_id: UUID) -> tuple[Participant, Message]:
    """The message and its participant, with the row lock of the conversation.

    Raises the same NotFound for a message of others, for one that the member removed and for none.
    """
    conversation_id = uow.messages.conversation_of(message_id)
    participant = uow.conversations.lock(conversation_id, member_id) if conversation_id else None
    if participant is None:
        raise NotFound()
    return participant, found(uow, participant, message_id)


def found(uow: ChatUnit, participant: Participant, message_id: UUID) -> Message:
    message = uow.messages.of(participant, message_id)
    if message is None:
        raise NotFound()
    return message
