from uuid import UUID

from pairwise.identity.v1.events_pb2 import MemberSignedUp

from chat.storage import ChatUnit


def on_member_signed_up(uow: ChatUnit, event: MemberSignedUp) -> None:
    uow.members.sign_up(UUID(event.member_id), event.name)
