from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberUnblocked

from chat.storage import ChatUnit


def on_member_unblocked(uow: ChatUnit, event: MemberUnblocked) -> None:
    uow.members.unblock(UUID(event.blocker_id), UUID(event.blocked_id))
