from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberUnblocked

from chat.domain.conversation import conversation_of
from chat.domain.news import of_change
from chat.storage import ChatUnit


def on_member_unblocked(uow: ChatUnit, event: MemberUnblocked) -> None:
    blocker_id, blocked_id = UUID(event.blocker_id), UUID(event.blocked_id)
    uow.members.unblock(blocker_id, blocked_id)
    conversation_id = conversation_of(blocker_id, blocked_id)
    if uow.conversations.side(conversation_id, blocker_id):
        uow.feed.tell([of_change(blocker_id, conversation_id), of_change(blocked_id, conversation_id)])
