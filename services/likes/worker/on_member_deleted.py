from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberDeleted

from likes.storage import LikesUnit


def on_member_deleted(uow: LikesUnit, event: MemberDeleted) -> None:
    uow.hidings.depart(UUID(event.member_id))
