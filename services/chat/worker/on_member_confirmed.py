from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberConfirmed

from chat.storage import ChatUnit


def on_member_confirmed(uow: ChatUnit, event: MemberConfirmed) -> None:
    uow.members.confirm(UUID(event.member_id))
