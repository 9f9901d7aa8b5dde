from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberReactivated

from likes.storage import LikesUnit


def on_member_reactivated(uow: LikesUnit, event: MemberReactivated) -> None:
    uow.hidings.come_back(UUID(event.member_id))
