from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.feed_event import change_event, unread_event
from chat.storage import ChatUnit
from chat.usecases.change_chat import allow_calls


def remove_chat(uow: ChatUnit, member_id: UUID, conversation_id: UUID) -> None:
    """Hide the messages so far of a conversation from this member only, and end their consent to calls in it. The next
    message shows it again."""
    with uow:
        allow_calls(uow, member_id, conversation_id, is_allowed=False)
        participant = uow.conversations.lock(conversation_id, member_id)
        if participant is None:
            raise NotFound()
        if participant.removed_before_seq == participant.last_seq:
            uow.commit()
            return
        uow.conversations.remove(participant, member_id)
        uow.feed.append([unread_event(member_id, participant.partner_id, conversation_id, 0)])
        # The member's other pages remove it from their lists, too.
        uow.feed.append([change_event(member_id, conversation_id)])
        uow.commit()
