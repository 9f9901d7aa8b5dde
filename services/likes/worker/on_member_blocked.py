from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberBlocked

from likes.storage import LikesUnit


def on_member_blocked(uow: LikesUnit, event: MemberBlocked) -> None:
    uow.hidings.block(UUID(event.blocker_id), UUID(event.blocked_id))
