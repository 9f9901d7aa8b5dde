from uuid import UUID

from pairwise.profiles.v1.events_pb2 import MemberUnblocked

from likes.storage import LikesUnit


def on_member_unblocked(uow: LikesUnit, event: MemberUnblocked) -> None:
    uow.hidings.unblock(UUID(event.blocker_id), UUID(event.blocked_id))
