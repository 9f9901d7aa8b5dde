from uuid import UUID

from pairwise.profiles.v1.events_pb2 import ProfileChanged

from notifications.ports import Name
from notifications.storage import NotificationsUnit


def on_profile_changed(uow: NotificationsUnit, event: ProfileChanged) -> None:
    uow.names.keep(UUID(event.member_id), Name(event.name, event.fictional))
