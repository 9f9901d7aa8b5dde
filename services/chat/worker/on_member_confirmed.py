from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberConfirmed

from chat.storage import ChatUnit


def on_member_confirmed(uow: ChatUnit, event: MemberConfirmed) -> None:
    member_id = UUID(event.member_id)
    uow.members.confirm(member_id)
    uow.standings.note(member_id)
    if event.has_greeting:
        uow.greetings.await_(member_id)
