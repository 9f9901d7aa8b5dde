from uuid import UUID

from pairwise.profiles.v1.events_pb2 import VisibilityChanged

from chat.storage import ChatUnit


def on_visibility_changed(uow: ChatUnit, event: VisibilityChanged) -> None:
    member_id = UUID(event.member_id)
    # Only what moderation does is told: who makes themselves invisible stays there for those they talk with.
    if uow.members.is_hidden(member_id) != event.hidden:
        uow.standings.note(member_id)
    uow.members.show(member_id, is_invisible=event.invisible, is_hidden=event.hidden)
