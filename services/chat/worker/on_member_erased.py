from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberErased

from chat.storage import ChatUnit


def on_member_erased(uow: ChatUnit, event: MemberErased) -> None:
    uow.members.erase(UUID(event.member_id))
    uow.feed.forget(UUID(event.member_id))
