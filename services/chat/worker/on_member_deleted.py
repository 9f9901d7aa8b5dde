from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberDeleted

from chat.storage import ChatUnit


def on_member_deleted(uow: ChatUnit, event: MemberDeleted) -> None:
    member_id = UUID(event.member_id)
    uow.members.delete(member_id)
    uow.standings.note(member_id)
