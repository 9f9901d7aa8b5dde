from uuid import UUID

from servicekit.errors import NotFound

from chat.domain.news import of_change, of_unread
from chat.ports import ChatUnitOfWork


def remove_chat(uow: ChatUnitOfWork, member_id: UUID, conversation_id: UUID) -> None:
    """Remove a conversation for this member only: what was said is gone for them, and a new message begins anew."""
    with uow:
        side = uow.conversations.lock(conversation_id, member_id)
        if side is None:
            raise NotFound()
        if side.removed_before_seq == side.last_seq:
            return
        uow.conversations.remove(side, member_id)
        uow.feed.tell([of_unread(member_id, side.partner_id, conversation_id, 0)])
        # The member's other pages take it from their lists, too.
        uow.feed.tell([of_change(member_id, conversation_id)])
        uow.commit()
