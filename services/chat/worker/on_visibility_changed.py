from uuid import UUID

from pairwise.profiles.v1.events_pb2 import VisibilityChanged

from chat.storage import ChatUnit


def on_visibility_changed(uow: ChatUnit, event: VisibilityChanged) -> None:
    uow.members.show(UUID(event.member_id), is_invisible=event.invisible, is_hidden=event.hidden)
