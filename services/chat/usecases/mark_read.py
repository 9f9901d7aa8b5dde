from uuid import UUID

from servicekit.errors import NotFound

from chat.announcements import conversation_read
from chat.domain.news import of_read, of_unread
from chat.ports import ChatUnitOfWork


def mark_read(uow: ChatUnitOfWork, member_id: UUID, conversation_id: UUID, read_seq: int) -> int:
    """The member has read up to here; what was read stays read. Returns how much is unread in all conversations.

    Across a block nothing is read, so that afterwards neither side learns what the other looked at.
    """
    with uow:
        side = uow.conversations.lock(conversation_id, member_id)
        if side is None or uow.members.is_blocked_either_way(member_id, side.partner_id):
            raise NotFound()
        unread = uow.conversations.mark_read(side, member_id, read_seq)
        if unread is not None:
            reached = min(read_seq, side.last_seq)
            uow.announce(conversation_read(conversation_id, member_id, reached))
            uow.feed.tell(
                [
                    of_read(side.partner_id, member_id, conversation_id, reached),
                    of_unread(member_id, side.partner_id, conversation_id, unread),
                ]
            )
        total = uow.conversations.total_unread(member_id)
        uow.commit()
    return total
