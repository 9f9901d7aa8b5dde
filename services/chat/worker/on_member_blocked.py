from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberBlocked

from chat.storage import ChatUnit


def on_member_blocked(uow: ChatUnit, event: MemberBlocked) -> None:
    uow.members.block(UUID(event.blocker_id), UUID(event.blocked_id))
