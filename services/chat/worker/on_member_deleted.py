from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberDeleted

from chat.storage import ChatUnit


def on_member_deleted(uow: ChatUnit, event: MemberDeleted) -> None:
    uow.members.delete(UUID(event.member_id))
