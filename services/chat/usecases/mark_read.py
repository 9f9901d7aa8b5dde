from uuid import UUID

from shared.kit.core import NotFound

from chat.domain.feed_event import read_event, unread_event
from chat.events.published import conversation_read
from chat.storage import ChatUnit


def mark_read(uow: ChatUnit, member_id: UUID, conversation_id: UUID, read_seq: int) -> int:
    """Mark the messages up to `read_seq` as read. Returns the unread messages of all conversations.

    Raises NotFound across a block, so that neither participant learns of the other's reading.
    """
    with uow:
        participant = uow.conversations.lock(conversation_id, member_id)
        if participant is None or uow.members.is_blocked_either_way(member_id, participant.partner_id):
            raise NotFound()
        unread = uow.conversations.mark_read(participant, member_id, read_seq)
        if unread is not None:
            reached = min(read_seq, participant.last_seq)
            uow.announce(conversation_read(conversation_id, member_id, reached))
            events = [unread_event(member_id, participant.partner_id, conversation_id, unread)]
            if uow.members.share_reads(member_id, participant.partner_id):
                events.append(read_event(participant.partner_id, member_id, conversation_id, reached))
            uow.feed.append(events)
        total = uow.conversations.total_unread(member_id)
        uow.commit()
    return total
