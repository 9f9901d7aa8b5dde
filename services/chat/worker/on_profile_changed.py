from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ProfileChanged

from chat.storage import ChatUnit


def on_profile_changed(uow: ChatUnit, event: ProfileChanged) -> None:
    uow.members.rename(UUID(event.member_id), event.name)
