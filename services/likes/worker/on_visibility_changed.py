from uuid import UUID

from pairwise.profiles.v1.events_pb2 import VisibilityChanged

from likes.storage import LikesUnit


def on_visibility_changed(uow: LikesUnit, event: VisibilityChanged) -> None:
    uow.hidings.veil(UUID(event.member_id), is_invisible=event.invisible, is_hidden=event.hidden)
