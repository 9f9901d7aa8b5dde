from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberReactivated

from chat.storage import ChatUnit


def on_member_reactivated(uow: ChatUnit, event: MemberReactivated) -> None:
    member_id = UUID(event.member_id)
    uow.members.reactivate(member_id)
    uow.standings.note(member_id)
